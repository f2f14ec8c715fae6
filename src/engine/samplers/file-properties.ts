/**
 * The properties in jmeter.properties of Apache JMeter 5.6.3, which every plan can read. Recorded cases compare them
 * with those of the toolchain.
 */
export const fileProperties: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'HTTPResponse.parsers': 'htmlParser wmlParser cssParser',
    'beanshell.server.file': '../extras/startup.bsh',
    'classfinder.functions.contain': '.functions.',
    'classfinder.functions.notContain': '.gui.',
    cookies: 'cookies',
    'cssParser.className': 'org.apache.jmeter.protocol.http.parser.CssParser',
    'cssParser.types': 'text/css',
    'csvdataset.file.encoding_list': 'UTF-8|UTF-16|ISO-8859-15|US-ASCII',
    'gui.quick_0': 'ThreadGroupGui',
    'gui.quick_1': 'HttpTestSampleGui',
    'gui.quick_2': 'RegexExtractorGui',
    'gui.quick_3': 'AssertionGui',
    'gui.quick_4': 'ConstantTimerGui',
    'gui.quick_5': 'TestActionGui',
    'gui.quick_6': 'JSR223PostProcessor',
    'gui.quick_7': 'JSR223PreProcessor',
    'gui.quick_8': 'DebugSampler',
    'gui.quick_9': 'ViewResultsFullVisualizer',
    'htmlParser.className': 'org.apache.jmeter.protocol.http.parser.LagartoBasedHtmlParser',
    'htmlParser.types': 'text/html application/xhtml+xml application/xml text/xml',
    'jdbc.config.check.query':
      'select 1 from INFORMATION_SCHEMA.SYSTEM_USERS|select 1 from dual|select 1 from sysibm.sysdummy1|select 1|select 1 from rdb$database',
    'jdbc.config.jdbc.driver.class':
      'com.mysql.jdbc.Driver|org.postgresql.Driver|oracle.jdbc.OracleDriver|com.ingres.jdbc.IngresDriver|com.microsoft.sqlserver.jdbc.SQLServerDriver|com.microsoft.jdbc.sqlserver.SQLServerDriver|org.apache.derby.jdbc.ClientDriver|org.hsqldb.jdbc.JDBCDriver|com.ibm.db2.jcc.DB2Driver|org.apache.derby.jdbc.ClientDriver|org.h2.Driver|org.firebirdsql.jdbc.FBDriver|org.mariadb.jdbc.Driver|org.sqlite.JDBC|net.sourceforge.jtds.jdbc.Driver|com.exasol.jdbc.EXADriver',
    'jmeter.reportgenerator.apdex_satisfied_threshold': '500',
    'jmeter.reportgenerator.apdex_tolerated_threshold': '1500',
    not_in_menu:
      'org.apache.jmeter.protocol.mongodb.sampler.MongoScriptSampler,org.apache.jmeter.protocol.mongodb.config.MongoSourceElement,org.apache.jmeter.timers.BSFTimer,org.apache.jmeter.modifiers.BSFPreProcessor,org.apache.jmeter.extractor.BSFPostProcessor,org.apache.jmeter.assertions.BSFAssertion,org.apache.jmeter.visualizers.BSFListener,org.apache.jmeter.protocol.java.sampler.BSFSampler,org.apache.jmeter.protocol.http.control.gui.SoapSamplerGui',
    remote_hosts: '127.0.0.1',
    'sampleresult.timestamp.start': 'true',
    'summariser.name': 'summary',
    'system.properties': 'system.properties',
    upgrade_properties: '/bin/upgrade.properties',
    'user.properties': 'user.properties',
    'view.results.tree.renderers_order':
      '.RenderAsText,.RenderAsRegexp,.RenderAsBoundaryExtractor,.RenderAsCssJQuery,org.apache.jmeter.extractor.json.render.RenderAsJsonRenderer,.RenderAsXPath2,org.apache.jmeter.extractor.json.render.RenderAsJmesPathRenderer,.RenderAsXPath,.RenderAsHTML,.RenderAsHTMLFormatted,.RenderAsHTMLWithEmbedded,.RenderAsDocument,.RenderAsJSON,.RenderAsXML',
    'wmlParser.className': 'org.apache.jmeter.protocol.http.parser.RegexpHTMLParser',
    'wmlParser.types': 'text/vnd.wap.wml',
  }),
);
