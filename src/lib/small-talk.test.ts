import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallTalkLanguage } from './small-talk.ts';

test('greetings and thanks are small talk in their language, and nothing that asks something is', () => {
  for (const [said, language] of [
    ['Hi there, thanks a lot 🙏', 'en'],
    ['ok', 'en'],
    ['Danke schön!', 'de'],
    ['merci, au revoir.', 'fr'],
    ['¡Hola! ¿Qué puedes hacer?', 'es'],
    ['谢谢！', 'zh'],
    ['ありがとうございます。', 'ja'],
  ])
    assert.equal(smallTalkLanguage(said!), language, said);
  for (const asked of [
    'help',
    'hello world',
    'ok, how do I install it?',
    'thanks, and on Windows?',
    '',
    '???',
  ])
    assert.equal(smallTalkLanguage(asked), null, asked);
});
