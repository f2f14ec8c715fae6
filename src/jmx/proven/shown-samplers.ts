/** A sampler whose properties a Debug PostProcessor can show: its class, and its GUI classes by short name. */
interface ShownSampler {
  className: string;
  guiClasses: Readonly<Record<string, string>>;
}

const testBean = { TestBeanGUI: 'org.apache.jmeter.testbeans.gui.TestBeanGUI' };

export const shownSamplers: Readonly<Record<string, ShownSampler>> = {
  BeanShellSampler: {
    className: 'org.apache.jmeter.protocol.java.sampler.BeanShellSampler',
    guiClasses: { BeanShellSamplerGui: 'org.apache.jmeter.protocol.java.control.gui.BeanShellSamplerGui' },
  },
  DebugSampler: { className: 'org.apache.jmeter.sampler.DebugSampler', guiClasses: testBean },
  HTTPSamplerProxy: {
    className: 'org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy',
    guiClasses: { HttpTestSampleGui: 'org.apache.jmeter.protocol.http.control.gui.HttpTestSampleGui' },
  },
  JSR223Sampler: {
    className: 'org.apache.jmeter.protocol.java.sampler.JSR223Sampler',
    guiClasses: testBean,
  },
};

/** Properties of an HTTP sampler that contain its managers, with their classes. */
export const shownManagers: Readonly<Record<string, { property: string; className: string }>> = {
  AuthManager: manager('auth_manager', 'AuthManager'),
  CacheManager: manager('cache_manager', 'CacheManager'),
  CookieManager: manager('cookie_manager', 'CookieManager'),
  DNSCacheManager: manager('dns_cache_manager', 'DNSCacheManager'),
  HeaderManager: manager('header_manager', 'HeaderManager'),
};

function manager(property: string, name: string) {
  return {
    property: `HTTPSampler.${property}`,
    className: `org.apache.jmeter.protocol.http.control.${name}`,
  };
}

/** Note of the elements that show variables and properties. */
export const shownNote =
  'Objects of the JVM, such as the variable JMeterThread.pack, are shown with a number of our own. Of the properties, those of jmeter.properties and of the run are shown, not those that Spate gives to Apache JMeter.';
