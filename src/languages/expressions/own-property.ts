const jvmProperties =
  /^(java|javax|jdk|sun|awt|os|native)\.|^(file|path|line)\.(encoding|separator)|^user\.(name|home|dir|language|country|timezone|properties)/;
const fileProperties =
  /^(jmeter|summariser|sampleresult|HTTPResponse|cssParser|htmlParser|wmlParser|jdbc|beanshell|csvdataset|gui|view|classfinder|system)\.|^(remote_hosts|cookies|upgrade_properties|not_in_menu|START\.\w+|TESTSTART\.MS)$/;

/** Whether a property is a plan's own: neither the JVM's nor from JMeter's files, which our engine does not have. */
export const isOwnProperty = (name: string) => !jvmProperties.test(name) && !fileProperties.test(name);
