// What a question costs in each channel, beside one to the API: CPU, requests to the channel and their bytes, and credits.
// The model and the channels are stand-ins in the same process, so the CPU holds their side too.
// Usage: npm run bench -- channels [QUESTIONS]
import { discordScene, githubScene, slackScene, webhookScene } from '../test/helpers/channel-scenes.ts';
import { settled, setChannels } from '../test/helpers/channel-requests.ts';
import { says } from '../test/helpers/model-replies.ts';
import { startModelServer } from '../test/helpers/model-server.ts';
import { post, startServer } from '../test/helpers/server.ts';

const count = Number(process.argv[2] ?? 50);
const warmUp = 10;
const sentence =
  'Install it with the package manager of your system, and start the service afterwards. [[s1]] ';
const model = await startModelServer(() => says(sentence.repeat(12)));
const scenes = await Promise.all([slackScene(), discordScene(), githubScene(), webhookScene()]);
const server = await startServer({
  work: ['channel'],
  settings: {
    DOCENT_MODEL: 'compatible/m',
    DOCENT_MODEL_URL: `${model.url}/v1`,
    DOCENT_BASE_URL: 'https://docs.harbour.example',
    DOCENT_PRIVATE_HOSTS: '127.0.0.0/8',
    ...Object.assign({}, ...scenes.map(({ environment }) => environment)),
  },
});
await setChannels(server, Object.fromEntries(scenes.map(({ name, settings }) => [name, settings])));

console.log('             CPU ms  requests  bytes sent  credits   a question');
const text = (nth: number) => `How do I install Harbour on Linux ${nth}?`;
await measure('API (v2)', [], async (nth) => {
  const body = {
    fp: 'P1',
    messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: text(nth) }] }],
  };
  const url = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
  await (await post(url, server.assistantKey, body)).text();
});
for (const scene of scenes)
  await measure(scene.name, scene.calls, async (nth) => {
    const asked = await scene.ask(server, { id: String(10_000 + nth), text: text(nth), person: `P${nth}` });
    if (asked.status !== 200) throw new Error(await asked.text());
    await settled(server);
  });
await server.close();
await model.close();
for (const scene of scenes) await scene.close();
process.exit(0);

async function measure(
  name: string,
  calls: readonly { text: string }[],
  ask: (nth: number) => Promise<void>,
): Promise<void> {
  for (let nth = 0; nth < warmUp; nth++) await ask(nth);
  const [before, charged, cpu] = [calls.length, await creditsOf(), process.cpuUsage()];
  for (let nth = warmUp; nth < warmUp + count; nth++) await ask(nth);
  const { user, system } = process.cpuUsage(cpu);
  const sent = calls.slice(before);
  const bytes = sent.reduce((sum, call) => sum + Buffer.byteLength(call.text), 0);
  const figures = [
    ((user + system) / 1000 / count).toFixed(1),
    (sent.length / count).toFixed(1),
    Math.round(bytes / count),
    ((await creditsOf()) - charged) / count,
  ];
  console.log(`${name.padEnd(10)} ${figures.map((one) => String(one).padStart(9)).join(' ')}`);
}

/** Of the organization, whatever asked. */
async function creditsOf(): Promise<number> {
  const row = await server.app.store.db.selectFrom('credits').select('used').executeTakeFirst();
  return Number(row?.used ?? 0);
}
