import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerInDialect, inDialect, sentenceInDialect, toOurs, toolToOurs } from './aliases.ts';

const origin = 'https://load.example';

describe('the alias table', () => {
  it('maps both names of all parameters, paths and tools', () => {
    assert.deepEqual(toOurs('path', 'floods'), { name: 'runs', isOriginal: true });
    assert.deepEqual(toOurs('path', 'runs'), { name: 'runs', isOriginal: false });
    assert.deepEqual(toOurs('parameter', 'flood_files'), { name: 'run_files', isOriginal: true });
    assert.deepEqual(toOurs('parameter', 'grid'), { name: 'grid', isOriginal: false });
    assert.equal(inDialect('column', 'Run', 'original'), 'Flood');
    assert.equal(inDialect('column', 'Run', 'ours'), 'Run');
  });

  it('translates the browser tool with and without a version', () => {
    assert.deepEqual(toolToOurs('flood-chrome'), { name: 'service-chrome', isOriginal: true });
    assert.deepEqual(toolToOurs('flood-chrome-1.2'), { name: 'service-chrome-1.2', isOriginal: true });
    assert.deepEqual(toolToOurs('jmeter-2.13'), { name: 'jmeter-2.13', isOriginal: false });
    assert.deepEqual(toolToOurs('flood-chromeless'), { name: 'flood-chromeless', isOriginal: false });
  });

  it('keeps a response with our names unchanged', () => {
    const answer = { _embedded: { runs: [{ tool: 'service-chrome' }] } };
    assert.equal(answerInDialect(answer, 'ours', origin), answer);
  });

  it('rewrites keys, tools, relative and absolute links, and the permalink', () => {
    const answer = {
      _links: { self: { href: '/api/runs' }, next: { href: '/api/runs?page=2' } },
      _embedded: {
        runs: [
          {
            tool: 'service-chrome-1',
            name: '/api/runs',
            permalink: `${origin}/app/runs/abc`,
            _embedded: {
              run_files: [{ name: 'run_files' }],
              results: [{ href: `${origin}/runs/abc/result.csv?grid_id=g` }],
              archives: [{ href: `${origin}/key.tar.gz` }],
            },
          },
        ],
      },
    };
    assert.deepEqual(answerInDialect(answer, 'original', origin), {
      _links: { self: { href: '/api/floods' }, next: { href: '/api/floods?page=2' } },
      _embedded: {
        floods: [
          {
            tool: 'flood-chrome-1',
            name: '/api/runs',
            permalink: `${origin}/app/floods/abc`,
            _embedded: {
              flood_files: [{ name: 'run_files' }],
              results: [{ href: `${origin}/floods/abc/result.csv?grid_id=g` }],
              archives: [{ href: `${origin}/key.tar.gz` }],
            },
          },
        ],
      },
    });
  });

  it('keeps a permalink on another host', () => {
    const answer = { permalink: 'https://pages.example/runs/abc' };
    assert.deepEqual(answerInDialect(answer, 'original', origin), answer);
  });

  it('rewrites tool names in messages', () => {
    assert.equal(
      sentenceInDialect('This version cannot run service-chrome yet.', 'original'),
      'This version cannot run flood-chrome yet.',
    );
  });

  it('rewrites parameter names in messages', () => {
    assert.equal(
      sentenceInDialect('run[tool] is required; run_files too, not the run.', 'original'),
      'flood[tool] is required; flood_files too, not the run.',
    );
    assert.equal(sentenceInDialect('run[tool]', 'ours'), 'run[tool]');
  });
});
