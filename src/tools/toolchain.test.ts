import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { needs } from '../../test/support/needs.ts';
import { isFullSuite } from '../../test/support/suite.ts';
import { AppError } from '../domain/errors.ts';
import { silentLog } from '../lib/log.ts';
import { testContext } from './execution.fixture.ts';
import { ensureToolchain, isFilled, type ToolchainProject, toolchainPath } from './toolchain.ts';

const skip = needs('java', 'maven');

/** A Maven project without dependencies that writes one file with the plugins of the JMeter toolchain. */
const pom = (
  extra = '',
) => `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>spate</groupId><artifactId>tiny</artifactId><version>1</version><packaging>pom</packaging>
<build><directory>\${buildDirectory}</directory><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-jar-plugin</artifactId><version>3.4.2</version>
<configuration><classesDirectory>\${project.basedir}/content</classesDirectory><outputDirectory>\${home}</outputDirectory><finalName>tiny</finalName></configuration>
<executions><execution><phase>package</phase><goals><goal>jar</goal></goals></execution></executions></plugin></plugins></build>${extra}</project>`;

describe('a toolchain', () => {
  let root: string;
  let cacheDir: string;
  let applied: number;
  const { MAVEN_OPTS } = process.env;
  before(() => {
    process.env.MAVEN_OPTS = [MAVEN_OPTS ?? '', ...(testContext().javaOptions ?? [])].join(' ');
  });
  after(() => {
    if (MAVEN_OPTS === undefined) delete process.env.MAVEN_OPTS;
    else process.env.MAVEN_OPTS = MAVEN_OPTS;
  });
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'spate-toolchain-'));
    cacheDir = join(root, 'cache');
    applied = 0;
    await mkdir(join(root, 'project/content'), { recursive: true });
    await writeFile(join(root, 'project/content/file.txt'), 'content');
    await writeFile(join(root, 'project/pom.xml'), pom());
  });
  afterEach(() => rm(root, { recursive: true }));

  const project = (): ToolchainProject => ({
    name: 'tiny',
    title: 'Tiny',
    version: '1',
    folder: join(root, 'project'),
    finish: {
      recipe: 'one',
      apply: async (home) => {
        applied += 1;
        await mkdir(join(home, 'sub'), { mode: 0o700 });
        await writeFile(join(home, 'sub/finished'), 'yes', { mode: 0o600 });
      },
    },
  });
  const context = (signal = new AbortController().signal) => ({ cacheDir, log: silentLog, signal });

  it('is built once by concurrent callers, is readable by all users, needs no write access to its project, and removes partial builds', {
    skip,
  }, async () => {
    await mkdir(`${await toolchainPath(project(), cacheDir)}.building-abc/home`, { recursive: true });
    await chmod(join(root, 'project'), 0o555);
    const told: string[] = [];
    const paths = await Promise.all(
      [1, 2, 3].map(() => ensureToolchain(project(), context(), (text) => told.push(text))),
    );
    await chmod(join(root, 'project'), 0o755);
    assert.equal(new Set(paths).size, 1);
    assert.equal(applied, 1);
    assert.ok(told.some((text) => text.includes('Maven')));
    const path = paths[0] ?? '';
    assert.deepEqual((await readdir(path)).sort(), ['sub', 'tiny.jar']);
    assert.equal((await stat(join(path, 'sub'))).mode & 0o777, 0o755);
    assert.equal((await stat(join(path, 'sub/finished'))).mode & 0o777, 0o644);
    assert.equal(await readFile(join(path, 'sub/finished'), 'utf8'), 'yes');
    assert.deepEqual(
      (await readdir(cacheDir)).filter((name) => name.includes('building')),
      [],
    );
  });

  it('has another name when an input changes', async () => {
    const before = await toolchainPath(project(), cacheDir);
    assert.equal(await toolchainPath(project(), cacheDir), before);
    await writeFile(join(root, 'project/content/file.txt'), 'other');
    assert.notEqual(await toolchainPath(project(), cacheDir), before);
  });

  if (isFullSuite()) {
    it('does not exist, not even partially, when Maven fails, and the error contains a fix', {
      skip,
    }, async () => {
      await writeFile(
        join(root, 'project/pom.xml'),
        pom(
          '<dependencies><dependency><groupId>spate</groupId><artifactId>does-not-exist</artifactId><version>1</version><scope>system</scope><systemPath>/nowhere.jar</systemPath></dependency></dependencies>',
        ).replace('<goal>jar</goal>', '<goal>no-such-goal</goal>'),
      );
      await assert.rejects(
        ensureToolchain(project(), context(), () => {}),
        (error) =>
          error instanceof AppError &&
          error.code === 'tool_unavailable' &&
          /Tiny 1 could not be downloaded by Maven: .+ Check that this machine can reach/.test(error.message),
      );
      assert.equal(await isFilled(await toolchainPath(project(), cacheDir)), false);
      assert.deepEqual(
        (await readdir(cacheDir)).filter((name) => !name.endsWith('.lock')),
        [],
      );
    });
  }

  it('can be aborted', async () => {
    const controller = new AbortController();
    const filling = ensureToolchain(project(), context(controller.signal), () => controller.abort());
    await assert.rejects(filling, { name: 'AbortError' });
  });
});
