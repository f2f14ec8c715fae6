import type { ClassTable } from '../jvm/class-table.ts';
import { UnsupportedScript } from '../jvm/values.ts';

/** Classes that scripts import without use, by package: they exist in Apache JMeter 5.6.3. Others may not compile. */
const present: Readonly<Record<string, string>> = {
  'java.io':
    'BufferedReader BufferedWriter ByteArrayInputStream ByteArrayOutputStream File FileInputStream FileNotFoundException FileOutputStream FileReader FileWriter IOException InputStream InputStreamReader OutputStream PrintStream PrintWriter Reader Serializable StringReader StringWriter UnsupportedEncodingException Writer',
  'java.lang': 'Exception Integer Math Object String StringBuilder System Thread',
  'java.math': 'BigDecimal BigInteger MathContext RoundingMode',
  'java.net': 'HttpURLConnection InetAddress URI URL URLConnection URLDecoder URLEncoder',
  'java.nio.charset': 'Charset StandardCharsets',
  'java.nio.file': 'Files Path Paths StandardOpenOption',
  'java.security':
    'InvalidKeyException KeyFactory KeyPair KeyPairGenerator MessageDigest NoSuchAlgorithmException PrivateKey PublicKey SecureRandom Signature',
  'java.security.spec': 'PKCS8EncodedKeySpec X509EncodedKeySpec',
  'java.sql': 'Connection DriverManager Timestamp',
  'java.text': 'DateFormat DecimalFormat NumberFormat ParseException SimpleDateFormat',
  'java.time':
    'Duration Instant LocalDate LocalDateTime LocalTime OffsetDateTime ZoneId ZoneOffset ZonedDateTime',
  'java.time.format': 'DateTimeFormatter DateTimeParseException',
  'java.time.temporal': 'ChronoUnit TemporalAdjusters',
  'java.util':
    'ArrayList Arrays Base64 Calendar Collections Date GregorianCalendar HashMap HashSet Iterator LinkedHashMap LinkedList List Locale Map Objects Properties Queue Random Scanner Set StringTokenizer TimeZone TreeMap UUID Vector',
  'java.util.concurrent':
    'ConcurrentHashMap ConcurrentLinkedQueue LinkedBlockingQueue ThreadLocalRandom TimeUnit',
  'java.util.concurrent.atomic': 'AtomicInteger AtomicLong',
  'java.util.regex': 'Matcher Pattern',
  'java.util.stream': 'Collectors IntStream',
  'java.util.zip': 'GZIPInputStream GZIPOutputStream',
  'javax.crypto': 'Cipher Mac SecretKey SecretKeyFactory',
  'javax.crypto.spec': 'IvParameterSpec PBEKeySpec SecretKeySpec',
  'groovy.json': 'JsonBuilder JsonOutput JsonSlurper JsonSlurperClassic StreamingJsonBuilder',
  'groovy.time': 'TimeCategory',
  'groovy.transform': 'Field',
  'groovy.util': 'XmlParser XmlSlurper',
  'groovy.xml': 'MarkupBuilder XmlParser XmlSlurper XmlUtil',
  'org.apache.commons.codec.binary': 'Base64 Hex',
  'org.apache.commons.codec.digest': 'DigestUtils',
  'org.apache.commons.io': 'FileUtils FilenameUtils IOUtils',
  'org.apache.commons.lang3': 'RandomStringUtils RandomUtils StringEscapeUtils StringUtils',
  'org.apache.commons.lang3.time': 'DateUtils FastDateFormat',
  'org.apache.jmeter.assertions': 'AssertionResult',
  'org.apache.jmeter.config': 'Argument Arguments',
  'org.apache.jmeter.engine': 'StandardJMeterEngine',
  'org.apache.jmeter.protocol.http.control': 'Cookie CookieManager Header HeaderManager',
  'org.apache.jmeter.protocol.http.sampler': 'HTTPSampleResult HTTPSamplerProxy',
  'org.apache.jmeter.protocol.http.util': 'HTTPArgument',
  'org.apache.jmeter.samplers': 'SampleResult',
  'org.apache.jmeter.services': 'FileServer',
  'org.apache.jmeter.threads': 'JMeterContext JMeterContextService JMeterVariables',
  'org.apache.jmeter.util': 'JMeterUtils',
  'org.slf4j': 'Logger LoggerFactory',
};

/** Packages of which no class has the name of one that Groovy imports, except for those in the tables. */
const packages =
  /^(?:java\.(?:io|lang|math|net|nio\.charset|nio\.file|security|text|time(?:\.format)?|util(?:\.concurrent(?:\.atomic)?|\.regex)?)|javax\.crypto(?:\.spec)?|groovy\.json|org\.apache\.(?:commons\.(?:codec\.(?:binary|digest)|lang3)|jmeter(?:\.\w+)*|jorphan\.util)|org\.slf4j)$/;

/** Throws UnsupportedScript for an import that may not compile, or that may hide other classes. */
export function requireImport(path: string, classes: ClassTable): void {
  const at = path.lastIndexOf('.');
  const [owner, name] = [path.slice(0, at), path.slice(at + 1)];
  const isKnown =
    name === '*'
      ? packages.test(owner)
      : classes.find(path) !== undefined ||
        (Object.hasOwn(present, owner) && present[owner]?.split(' ').includes(name) === true);
  if (!isKnown) {
    throw new UnsupportedScript(`import ${path}`);
  }
}
