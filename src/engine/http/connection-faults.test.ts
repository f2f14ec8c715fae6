// Runs in its own process: leaves idle sockets, which do not keep a process running but count as open handles.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { it } from 'node:test';
import { askTogether, environmentOf, kinds, type Outcome, ok, serve } from '../testing/http-connections.ts';
import { Connection } from './connection.ts';

const users = 24;
const rounds = 16;

/** What the server does with a request, by turns. */
const behaviours = ['whole', 'whole', 'byte by byte', 'closes', 'resets', 'half', 'whole', 'late'] as const;
const behaviourOf = (path: string) =>
  behaviours[path.split('-').reduce((sum, part) => sum + Number(part), 0) % behaviours.length];

/** One byte in each turn of the event loop. */
function trickle(socket: Socket, text: string): void {
  if (text !== '' && !socket.destroyed) {
    socket.write(text.slice(0, 1));
    setImmediate(trickle, socket, text.slice(1));
  }
}

for (const kind of kinds) {
  it(`${kind.name} loses no request and sends none twice, whatever the server does`, async () => {
    let answerLate = () => {};
    await using server = await serve(kind, (line, socket) => {
      const path = line.slice(1);
      const behaviour = behaviourOf(path);
      if (behaviour === 'whole' || behaviour === 'closes') socket.write(ok(path));
      if (behaviour === 'closes') socket.end();
      if (behaviour === 'byte by byte') trickle(socket, ok(path));
      if (behaviour === 'resets') server.reset(socket);
      if (behaviour === 'half') socket.end(ok(path).slice(0, -1));
      if (behaviour === 'late') {
        const earlier = answerLate;
        answerLate = () => {
          earlier();
          socket.write(ok(path));
        };
      }
    });
    const environment = environmentOf(kind);
    const connections: Connection[] = [];
    const expected: string[] = [];
    for (let round = 0; round < rounds; round++) {
      for (let user = 0; user < users; user++) {
        if (connections[user]?.isClosed ?? true) {
          connections[user] = new Connection(environment, server.route);
        }
      }
      const pathOf = (user: number) => `${user}-${round}`;
      const asked = askTogether(environment, connections, (user) => `/${pathOf(user)}`);
      while (server.requests.length < (round + 1) * users) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      answerLate();
      answerLate = () => {};
      for (const [user, outcome] of (await asked).entries()) {
        expected.push(`/${pathOf(user)}`);
        assert.deepEqual(outcome, outcomeOf(pathOf(user)));
        while (behaviourOf(pathOf(user)) === 'closes' && !connections[user]?.isClosed) {
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    }
    const received = server.requests.map((line) => line.replace(/^\d+ /, ''));
    assert.deepEqual(received.toSorted(), expected.toSorted());
    for (const connection of connections) connection.close();
    assert.equal(environment.tls.channelsFor(undefined)?.open ?? 0, 0);
  });
}

function outcomeOf(path: string): Outcome {
  switch (behaviourOf(path)) {
    case 'resets':
      return { problem: 'reset' };
    case 'half':
      return { problem: 'early-end' };
    default:
      return { body: path, status: 200 };
  }
}
