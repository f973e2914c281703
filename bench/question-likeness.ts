// How alike rewordings of a question are, and questions that share but their form: where gaps are drawn.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { questionVectors, product, type Vectors, wordVectors } from '../src/analytics/question-vectors.ts';
import { createMiniLm } from '../src/retrieval/embedding/minilm.ts';

const same: [string, string][] = [
  ['How do I deploy to AWS?', 'deploying on amazon web services'],
  ['how to reset my password', 'I forgot my password, how can I change it?'],
  ['Can I use a custom domain?', 'set up own domain for my docs site'],
  ['What is the rate limit of the API?', 'how many requests per minute can I make'],
  ['export data as CSV', 'Is it possible to download my data in csv format?'],
  ['How do I cancel a running job?', 'stop a job that is in progress'],
  ['Does it support single sign-on with Okta?', 'okta SSO setup'],
  ['why do I get a 429 error', 'too many requests 429 how to fix'],
];
const others: [string, string][] = [
  ['How do I deploy to AWS?', 'How do I deploy to Kubernetes?'],
  ['How do I reset my password?', 'How do I reset my API key?'],
  ['Can I use a custom domain?', 'Can I use a custom model?'],
  ['What is the rate limit of the API?', 'What is the size limit of a file?'],
  ['export data as CSV', 'import data from CSV'],
  ['How do I cancel a running job?', 'How do I cancel my subscription?'],
  ['Does it support Okta?', 'Does it support Windows?'],
  ['why do I get a 429 error', 'why do I get a 404 error'],
];

const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const embedder = createMiniLm(folder);
try {
  await report(await questionVectors(embedder));
  await report(wordVectors);
} finally {
  await embedder.close();
  await rm(folder, { recursive: true, force: true });
}

async function report({ model, alike, embed }: Vectors): Promise<void> {
  const joined = async (pairs: [string, string][]) => {
    const alikes = [];
    for (const pair of pairs) {
      const [a, b] = await embed(pair);
      alikes.push(product(a!, b!));
    }
    const shown = alikes.map((value) => value.toFixed(2)).join(' ');
    return `${alikes.filter((value) => value >= alike).length} of ${pairs.length} joined (${shown})`;
  };
  console.log(
    `${model}, alike from ${alike}\n  rewordings  ${await joined(same)}\n  others      ${await joined(others)}`,
  );
}
