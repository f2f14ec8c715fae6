import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserSettings } from '../settings.ts';
import { editNewSession } from './new-session.ts';

const settings: BrowserSettings = {
  preferred: 'chrome',
  programs: {
    chrome: { binary: '/bin/chrome', driver: '/bin/chromedriver' },
    firefox: { binary: '/bin/firefox', driver: '/bin/geckodriver' },
  },
};
const edit = (request: unknown, preferred: 'chrome' | 'firefox' = 'chrome') => {
  const { browser, body } = editNewSession(JSON.stringify(request), { ...settings, preferred });
  return { browser, ...JSON.parse(body) };
};

describe('a request for a new session', () => {
  it('of an old client gets the flags in both formats', () => {
    const asked = { browserName: 'chrome', platform: 'ANY', version: '' };
    const edited = edit({
      desiredCapabilities: asked,
      capabilities: { firstMatch: [{ browserName: 'chrome' }] },
    });
    assert.equal(edited.browser, 'chrome');
    for (const entry of [edited.desiredCapabilities, edited.capabilities.firstMatch[0]]) {
      const options = entry['goog:chromeOptions'];
      assert.equal(options.binary, '/bin/chrome');
      for (const flag of ['--headless', '--no-sandbox', '--disable-dev-shm-usage', '--no-first-run']) {
        assert.ok(options.args.includes(flag), flag);
      }
      assert.equal(entry.platform, undefined);
    }
  });

  it('keeps the options of the script, without duplicates', () => {
    const options = { args: ['--headless=new', '--window-size=800,600', '--lang=de'], prefs: { a: 1 } };
    const edited = edit({
      capabilities: {
        alwaysMatch: { browserName: 'chrome', 'goog:chromeOptions': options },
        firstMatch: [{}],
      },
    });
    const { args, prefs } = edited.capabilities.alwaysMatch['goog:chromeOptions'];
    assert.deepEqual(args.slice(0, 3), options.args);
    assert.deepEqual(prefs, { a: 1 });
    assert.equal(args.filter((arg: string) => /headless|window-size/.test(arg)).length, 2);
    assert.deepEqual(edited.capabilities.firstMatch, [{}]);
  });

  it('for Firefox is made headless, whatever the default browser', () => {
    const edited = edit({
      capabilities: { alwaysMatch: { browserName: 'firefox', platformName: 'windows' } },
    });
    assert.equal(edited.browser, 'firefox');
    const options = edited.capabilities.firstMatch[0]['moz:firefoxOptions'];
    assert.ok(options.args.includes('-headless'));
    assert.equal(options.binary, '/bin/firefox');
    assert.equal(edited.capabilities.alwaysMatch.platformName, undefined);
  });

  it('without a browser gets the default one; an unknown browser is reported by name', () => {
    assert.equal(edit({ capabilities: {} }, 'firefox').browser, 'firefox');
    assert.equal(edit({ desiredCapabilities: { browserName: 'MicrosoftEdge' } }).browser, 'microsoftedge');
    assert.throws(() => editNewSession('[]', settings));
  });
});
