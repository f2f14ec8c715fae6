import { givenToBeanShell } from '../../languages/bean-shell/given-to-bean-shell.ts';
import { givenToGroovy } from '../../languages/groovy/given-objects.ts';
import { groovyClasses } from '../../languages/groovy/groovy-classes.ts';
import type { JavaClass, Overload } from '../../languages/jvm/java-class.ts';
import { simpleName } from '../../languages/jvm/java-class.ts';
import { provenJarMembers } from './jar-members.ts';

/** Renders docs/reference/scripts.md from the tables of the languages. */
export function renderScriptsPage(): string {
  return `${intro}\n\n${renderGiven()}\n\n${javaRequests}\n\n${renderJarMembers()}\n\n## Classes and methods\n\n${groovyClasses.all.map(renderClass).filter(Boolean).join('\n')}\n`;
}

const intro = `# Scripts that Spate's engine runs

This page is generated from the tables in \`src/languages/\`. Spate's engine runs scripts without a JVM: it parses them, compiles them
once, and runs them inside the engine. Each constructor and method below has been called by scripts that both
Apache JMeter 5.6.3 and Spate's engine have run with the same results; the constants without such a script are in \`src/engine/unused-script-members.txt\`. Random scripts compare combinations. A script of an element with anything else runs [in a JVM](#in-a-jvm) beside the engine, or sends its plan to Apache JMeter;
\`spate verify plan.jmx\` names the offending part. If a value at run time leads to something that is not supported, such as \`++\` of a text, the run ends with the reason.

\`\${…}\` is substituted before a script is compiled, as in JMeter. With a cached script (\`cacheKey\` other than \`false\`) each virtual user
keeps the text that it got first, as in JMeter.

## Groovy

Statements: \`def\` and typed variables, \`if\`, \`for\` (also \`in\`), \`while\`, \`do\`, \`switch\`, \`try\`/\`catch\`/\`finally\`, \`throw\`, \`return\`, \`break\`,
\`continue\`, methods with default values, imports, and variables of the binding.

Expressions: texts of all quotes with \`\${…}\`, lists, maps, ranges of whole numbers, closures, \`?.\` \`*.\` \`?:\` \`<=>\` \`=~\` \`==~\` \`in\` \`as\` \`instanceof\`,
casts, and the arithmetic of Groovy: int, long, BigInteger, BigDecimal and double, with BigDecimal quotients of whole numbers.

Not supported, among others: classes, \`assert\`, \`sleep\`, files, network, threads, \`with\` and delegates, \`float\`, sets of \`HashSet\`, method
references, spread arguments, XML, names of time zones other than UTC. \`println\`, \`OUT\` and \`System.out\` are evaluated; standard output is not kept.
Dates are written in English. A variable in parentheses before \`+\`, \`-\`, \`!\`, \`~\`, \`[\`, \`(\`, \`in\` or \`as\` is a cast in Groovy:
\`(a) - 1\` does not compile. Such a script runs in the JVM, as does one with two methods of one name for the same number of arguments, or with an
import of a class that the engine does not know. \`keySet()\`, \`values()\`, \`entrySet()\` and \`subList()\` can be read until their map or list changes,
not changed. Lists and maps must not change while a loop or method iterates over them.

## BeanShell

The elements of BeanShell run scripts of BeanShell 2.0b6: typed and untyped variables, arrays, \`if\`, \`for\`, \`while\`, \`do\`, \`switch\`,
\`try\`/\`catch\`/\`finally\`, methods before other statements, \`void\`, \`bsh.args\`, and the classes below without the methods that Groovy adds. Each virtual
user keeps the variables of an element from one run of its script to the next, unless the interpreter is reset. BeanShell compares
objects by identity, also two numbers of \`Integer\`: \`==\` and \`!=\` need a primitive value, a boolean, \`null\` or \`void\` on one side.
A sampler or an assertion whose script fails has the message of Apache JMeter. Where that message is not known to the letter, the run ends
with the reason.

## Time limits

Loops and closures of one execution of a script, and each search of a regular expression, may take five seconds. Then the run ends with the reason, because a script
blocks the other virtual users of its thread.

## In a JVM

A script of a JSR223, BeanShell or BSF sampler, pre-processor, post-processor, timer or assertion that is outside of the subsets runs in a JVM
beside the engine, with the classes of Java, Groovy, BeanShell, BSF, JMeter and the libraries that come with it: crypto, files, network, classes,
\`assert\`. The node needs Java. Scripts of Groovy are compiled before the start. While one blocks, other virtual users continue. The users of such
a plan run in one thread of the engine.

Languages there are Groovy, BeanShell (\`beanshell\`, \`bsh\`, \`java\`) and JavaScript. Java 15 and later have no JavaScript for JSR223: such scripts
fail as they do in Apache JMeter. BSF brings its own JavaScript.

What a script reaches of JMeter is limited: \`vars\`, \`props\`, \`prev\`, \`SampleResult\`, \`ctx\` and \`sampler\` with the methods listed below, each called
directly on that name (in JavaScript and BeanShell without square brackets); \`log\`, \`OUT\`, \`args\`, \`Parameters\`, \`Label\` and \`AssertionResult\` in any way. A script that passes them on, starts threads, names other
classes of JMeter, or evaluates texts as code sends its plan to Apache JMeter. Classes of JMeter that it may name are \`JMeterVariables\`, \`JMeterContext\`,
\`SampleResult\` with \`TEXT\` and \`BINARY\`, \`JMeterUtils\` with the methods below, \`JMeterStopThreadException\` and those that stop the test, and
\`FileServer\` as \`FileServer.getFileServer().getBaseDir()\`, the folder of the plan. \`props\` may be an argument of a constructor of an imported class that
is neither Java's nor JMeter's. Scripts that may read the name of a sampler with functions or, next to \`vars\`, with variables, and elements with functions in their own
names, send the plan to Apache JMeter.

Objects that a script puts into \`vars\` or \`props\` stay in the JVM. Other scripts of the plan that name \`getObject\`, \`putObject\` or \`props\` therefore run there as well. A
variable whose value is an object other than a number, a boolean or a UUID cannot be used as \`\${…}\`: the run ends with the reason.
If the JVM ends, the run ends with its exit code and its last lines.

A property that the engine and a script change at the same time has the same value on both sides afterwards: that of the engine if the JVM had not
received it when the script changed the property, and otherwise that of the script.`;

const javaRequests = `## Java Requests

Java Requests whose class is in an uploaded \`.jar\` file run in the same JVM, with JMeter's own sampler: \`setupTest\` before the first sample of a virtual user,
\`runTest\`, and \`teardownTest\` at the end of the test. Each virtual user has its own object and its own thread. A class that is missing, is no client, or cannot
be created gives the failed samples of JMeter. The jars are also on the class path of scripts.

The jars are examined before the run: the classes that Java Requests and scripts name, and those that these refer to. They may use of JMeter what is listed here. Other
classes and members of JMeter, subclasses of others, reflection in a class that uses JMeter, and threads in a class that changes variables or properties send the plan to
Apache JMeter, as do jars with functions of the same name as one of JMeter's.`;

function renderJarMembers(): string {
  return Object.entries(provenJarMembers)
    .map(([name, { members }]) => {
      const shown = members.map((each) => (each === '<init>' ? 'new' : each));
      return `- \`${name.replaceAll('/', '.')}\`: ${shown.map((each) => `\`${each}\``).join(', ')}`;
    })
    .join('\n');
}

function renderGiven(): string {
  const rows = Object.entries({ ...givenToGroovy, ...givenToBeanShell }).map(
    ([kind, given]) =>
      `- \`${kind}\`: ${Object.keys(given)
        .map((name) => `\`${name}\``)
        .join(' ')}`,
  );
  return ['Variables that a script gets, by the element or function that runs it:', '', ...rows].join('\n');
}

function renderClass({ name, constructors, statics, methods, fields }: JavaClass): string {
  const added = groovyClasses.addedTo(name);
  const parts = [
    ...constructors.map(({ params }) => `new ${simpleName(name)}(${params.join(', ')})`),
    ...Object.keys(fields),
    ...[...statics].flatMap(([method, all]) => all.map((each) => `static ${signature(method, each)}`)),
    ...[...methods, ...(added ?? [])].flatMap(([method, all]) => all.map((each) => signature(method, each))),
  ];
  return parts.length === 0 ? '' : `- **${name}**: ${parts.map((part) => `\`${part}\``).join(' · ')}`;
}

const signature = (name: string, { params, isVariadic }: Overload) =>
  `${name}(${params.join(', ')}${isVariadic ? '…' : ''})`;
