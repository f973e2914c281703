import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from './question.ts';
import { askedMessage, searchTexts } from './search-query.ts';

const question = (text: string, context: Question['context'] = []): Question => ({
  fp: 'anonymous',
  threadId: null,
  threadKey: null,
  messages: [{ role: 'user', text, attachments: [] }],
  retrievalPageSize: 5,
  filter: {},
  context,
  currentPath: null,
});

test('a question is searched alone, and with the one before it at a weight that its words decide', () => {
  const first = searchTexts(question('How do I configure a proxy?'), []);
  assert.deepEqual([first.query, first.carried], ['How do I configure a proxy?', null]);
  const own = searchTexts(question('webhooks setup'), ['How do I install it?']);
  assert.deepEqual(
    [own.query, own.carried, own.carriedWeight < 0.5, own.dependsOnCarried],
    ['webhooks setup', 'How do I install it?\nwebhooks setup', true, false],
  );
  const back = searchTexts(question('how long does its token last before it expires on me?'), [
    'Log in with GitHub',
  ]);
  assert.deepEqual([back.carriedWeight > 0.5, back.dependsOnCarried], [true, true]);
  assert.ok(searchTexts(question('and in Python?'), ['How do I retry?']).carriedWeight > 1);
});

test('a follow-up is known in other languages, too', () => {
  const texts = (asked: string) => searchTexts(question(asked), ['Webhooks']);
  for (const asked of ['Und in Python?', '¿Y en Python?']) assert.ok(texts(asked).carriedWeight > 1, asked);
  for (const asked of ['那么在 Python 里呢？', 'では、Python では？'])
    assert.equal(texts(asked).meant, `Webhooks\n${asked}`);
  for (const asked of ['Wie lange gilt es?', 'Was kostet dieser Dienst?'])
    assert.ok(texts(asked).dependsOnCarried, asked);
  for (const asked of ['它多久过期？', 'その期限は？'])
    assert.equal(texts(asked).meant, `Webhooks\n${asked}`);
  for (const asked of [
    'Wie lösche ich das Konto?',
    '¿Cuál es el límite?',
    '如何安装？',
    'インストール方法は？',
  ])
    assert.ok(!texts(asked).dependsOnCarried, asked);
});

test('a follow-up without a subject of its own is searched and answered with the questions before it', () => {
  const texts = (asked: string, ...earlier: string[]) => searchTexts(question(asked), earlier);
  for (const asked of [
    'in v3.5?',
    'with TypeScript?',
    'für Windows',
    'TypeScript では？',
    '在 Windows 上呢？',
    'only for one domain',
    'why?',
    'Show me an example, please',
    'do I really need this?',
    'How do I delete it?',
    'Can they be nested?',
    'Warum?',
    '¿Por qué?',
    'ejemplo',
    '为什么？',
  ]) {
    const { query, meant, carried } = texts(asked, 'How do I retry?');
    assert.deepEqual([query, meant, carried], [`How do I retry?\n${asked}`, query, null], asked);
  }
  const chain = texts('why?', 'Old subject', 'enable CORS', 'only for one domain', 'Thanks!', 'ok');
  assert.equal(chain.query, 'enable CORS\nonly for one domain\nwhy?');
  for (const asked of [
    'In which file do I set the port?',
    'for loops in templates and their limits',
    'How do I get started?',
    "What's new?",
    'How do I delete its token?',
    'rate limits',
  ]) {
    const { query, meant } = texts(asked, 'How do I retry?');
    assert.deepEqual([query, meant], [asked, asked], asked);
  }
  assert.equal(texts('why?').query, 'why?');
  assert.equal(texts('why?', 'hello').query, 'why?');
});

test('what stands for a thing that was named before is answered by the words of both questions', () => {
  const { meant, subject } = searchTexts(question('Which algorithm signs the tokens in it?'), [
    'Log in with GitHub',
  ]);
  assert.deepEqual(
    [meant, subject],
    ['Log in with GitHub\nWhich algorithm signs the tokens in it?', 'Log in with GitHub'],
  );
});

test('so is what continues the question before', () => {
  const { meant } = searchTexts(question('And on Windows?'), ['Start it on Linux']);
  assert.equal(meant, 'Start it on Linux\nAnd on Windows?');
});

test('regenerating does not search the same words twice', () => {
  assert.equal(searchTexts(question('Install?'), ['Install?']).carried, null);
});

test('the start of selected text and the names in code are searched too', () => {
  const item = (type: 'code' | 'textSelection', value: string) => ({
    type,
    value,
    path: undefined,
    elementId: undefined,
  });
  const selected = searchTexts(
    question('What does this mean?', [item('textSelection', 'x'.repeat(1_000))]),
    [],
  );
  assert.equal(selected.query.length, 20 + 1 + 300);
  const code = 'try { const x = openStore(url); } catch (e) { if (e instanceof TypeError) retry(); }';
  assert.equal(
    searchTexts(question('Why?', [item('code', code)]), []).query,
    'Why?\nTypeError openStore retry',
  );
  const names = (value: string) => searchTexts(question('Why?', [item('code', value)]), []).query.slice(5);
  assert.equal(names('npx serve --no-cache # fails: error TS2345'), 'TS2345 --no-cache');
  assert.equal(
    names("node:internal: code: 'ERR_MODULE_NOT_FOUND'\nclient = QueryClient(max_pages=3)"),
    'ERR_MODULE_NOT_FOUND QueryClient max_pages',
  );
});

test('the last user message is what is asked, also when the assistant spoke last', () => {
  const asked = askedMessage([
    { role: 'user', text: 'a', attachments: [] },
    { role: 'assistant', text: 'b', attachments: [] },
  ]);
  assert.equal(asked?.text, 'a');
});
