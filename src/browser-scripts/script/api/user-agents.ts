const appleMobile = (device: string, system: string) =>
  `Mozilla/5.0 (${device}; U; CPU ${system} like Mac OS X; en-us) AppleWebKit/532.9 (KHTML, like Gecko) Version/4.0.5 Mobile/8A293 Safari/6531.22.7`;
const explorer = (version: string, trident: string) =>
  `Mozilla/5.0 (compatible; MSIE ${version}; Windows NT 6.1; ${trident})`;

/** User agents of browsers of the time by short names. */
export const userAgents: Readonly<Record<string, string>> = Object.freeze({
  iphone: appleMobile('iPhone', 'iPhone OS 4_0'),
  ipod: appleMobile('iPod', 'iPhone OS 4_0'),
  ipad: appleMobile('iPad', 'OS 3_2'),
  safariOSX:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_6) AppleWebKit/601.7.7 (KHTML, like Gecko) Version/9.1.2 Safari/601.7.7',
  safariWindows:
    'Mozilla/5.0 (Windows; U; Windows NT 6.1; en-US) AppleWebKit/533.19.4 (KHTML, like Gecko) Version/5.0.3 Safari/533.19.4',
  ie7: 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.0)',
  ie8: 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)',
  ie9: explorer('9.0', 'Trident/5.0'),
  chromeOSX:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.186 Safari/537.36',
  chromeWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.186 Safari/537.36',
  ffOSX: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.11; rv:58.0) Gecko/20100101 Firefox/58.0',
  ffWindows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:58.0) Gecko/20100101 Firefox/58.0',
  operaOSX: 'Opera/9.80 (Macintosh; Intel Mac OS X 10.6.8) Presto/2.12.388 Version/12.15',
  operaWindows: 'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.16',
  robot: 'I AM ROBOT',
});
