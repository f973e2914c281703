import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSlackServer } from '../../../test/helpers/channel-servers.ts';
import { serveWebSockets } from '../../../test/helpers/websocket-server.ts';
import { followSocket } from './follow-socket.ts';

test('connections that Slack ends at once are waited for longer and longer', async (t) => {
  const slack = await startSlackServer('xoxb-1', 'xapp-1');
  t.after(() => slack.close());
  let opened = 0;
  serveWebSockets(slack.server, (connection) => {
    opened += 1;
    connection.send(JSON.stringify({ type: 'disconnect', reason: 'warning' }));
    return () => undefined;
  });
  const [stop, waits] = [new AbortController(), [] as number[]];
  const socket = {
    slackUrl: slack.apiUrl,
    appToken: 'xapp-1',
    onReceived: async () => undefined,
    onFault: assert.ifError,
  };
  const following = followSocket(socket, stop.signal, async (ms) => {
    if (waits.push(ms) === 4) stop.abort();
  });
  await assert.rejects(following, { name: 'AbortError' });
  assert.deepEqual([opened, waits], [4, [500, 1_000, 2_000, 4_000]]);
});
