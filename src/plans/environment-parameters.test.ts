import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jvmVariablesIn, nodeVariablesIn, withoutDuplicates } from './environment-parameters.ts';

test('finds the environment variables that plans and code for the JVM read, with their defaults', () => {
  const text = `
    def host = System.getenv("HOST") ?: 'a.example'; def port = System.getenv('PORT')
    val user = sys.env.getOrElse("USER_NAME", "ann"); val key = sys.env("KEY"); val odd = System.getenv(name)
    val rate = Option(System.getenv("RATE")).getOrElse("5"); scala.util.Properties.envOrElse("PAUSE", "1 s")
    Optional.ofNullable(System.getenv("ZONE")).orElse("eu"); System.getenv().getOrDefault("DEPTH", "3")
    \${__env(STAGE)} \${__env(COLOUR,,blue)} System.getenv("PATH") System.getenv("FLOOD_GRID_INDEX")`;
  assert.deepEqual(
    [...jvmVariablesIn(text)].map((found) => [found.name, found.default]),
    [
      ['-EHOST', 'a.example'],
      ['-EPORT', null],
      ['-EUSER_NAME', 'ann'],
      ['-EKEY', null],
      ['-ERATE', '5'],
      ['-EPAUSE', '1 s'],
      ['-EZONE', 'eu'],
      ['-EDEPTH', '3'],
      ['-ESTAGE', null],
      ['-ECOLOUR', 'blue'],
    ],
  );
});

test('finds the environment variables that a browser script reads, with their defaults', () => {
  const text = `
    const host = process.env.HOST ?? 'a.example', port = Number(process.env['PORT'] || 8080);
    const { USER_NAME = "ann", KEY: key, threads } = process.env;
    if (process.env.HOST) {} process.env.FLOOD_NODE_INDEX; process.env.threads; process.env[name]`;
  assert.deepEqual(withoutDuplicates(nodeVariablesIn(text)), [
    { name: '-EHOST', default: 'a.example' },
    { name: '-EPORT', default: '8080' },
    { name: '-EUSER_NAME', default: 'ann' },
    { name: '-EKEY', default: null },
  ]);
});
