const jvmProperties =
  /^(java|javax|jdk|sun|awt|os|native)\.|^(file|path|line)\.(encoding|separator)|^user\.(name|home|dir|language|country|timezone|properties)/;
const fileProperties =
  /^(jmeter|summariser|sampleresult|HTTPResponse|cssParser|htmlParser|wmlParser|jdbc|beanshell|csvdataset|gui|view|classfinder|system)\.|^(remote_hosts|cookies|upgrade_properties|not_in_menu|START\.\w+|TESTSTART\.MS)$/;

/**
 * Whether the plan itself defines a property. The engine has neither the JVM's properties nor those of JMeter's
 * files.
 */
export const isOwnProperty = (name: string) => !jvmProperties.test(name) && !fileProperties.test(name);
