import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMrkdwn } from './mrkdwn.ts';
import { plainText } from './read-slack.ts';

const same = (markdown: string, mrkdwn: string) =>
  assert.equal(toMrkdwn(markdown).replaceAll('\u200b', ''), mrkdwn, markdown);

test('Markdown becomes what Slack shows the same way', () => {
  same('# Install *it*', '*Install _it_*');
  same('**Bold**, *slanted* and ~~gone~~', '*Bold*, _slanted_ and ~gone~');
  same('See [the guide](https://a.example/x?b=1&c=2).', 'See <https://a.example/x?b=1&amp;c=2|the guide>.');
  same('- one\n- two\n  - three', '• one\n• two\n    • three');
  same('3. three\n4. four', '3. three\n4. four');
  same('```sh\nif a < b && c\n```', '```\nif a &lt; b &amp;&amp; c\n```');
  same('> quoted\n> twice', '> quoted\n> twice');
  same('| a | b |\n|---|---|\n| 1 | long |', '```\na  b\n1  long\n```');
  same('![A harbour](https://a.example/p.png)', '<https://a.example/p.png|A harbour>');
});

test('no text of docs or models calls, links or opens anything', () => {
  same('<!channel> & <@U1> <https://x|y>', '&lt;!channel&gt; &amp; &lt;@U1&gt; &lt;https://x|y&gt;');
  assert.doesNotMatch(toMrkdwn('@channel @here @Everyone'), /@(channel|here|everyone)/i);
  same('[run](javascript:alert(1)) [x](/relative)', 'run x');
  assert.doesNotMatch(toMrkdwn('[a](<https://x.example/|evil>)'), /\|evil/);
  assert.equal((toMrkdwn('````\n```\nnot the end\n````').match(/```/g) ?? []).length, 2);
});

test('what people write in Slack becomes plain text', () => {
  assert.equal(
    plainText('<@U1> why is `a &lt; b` in <https://a.example|this page> of <#C1|docs>?'),
    'why is `a < b` in this page of #docs?',
  );
  assert.equal(plainText('<!here> <https://a.example/x>'), 'https://a.example/x');
});
