import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskPeople } from './mask-people.ts';

const token = (...parts: string[]) => parts.join('');

/** What people leave in tickets, by its kind, each with what must not be left of it. */
const kinds: Record<string, [text: string, gone: RegExp][]> = {
  mails: [
    ['Write to jane.doe+x@example.co.uk please', /jane|example/],
    ['jane (at) example (dot) com', /jane|example/],
    ['jane&#64;example&#x2e;com', /jane|example/],
    ['ja\u200bne@exam\u00adple.com', /jane|example/],
    ['<a href="mailto:jane@example.com">mail</a>', /jane|example/],
  ],
  'keys and tokens': [
    [token('sk-', 'a1b2c3d4e5f6a7b8c9d0e1f2'), /a1b2c3/],
    [token('ghp', '_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), /ABCDEF/],
    [token('xoxb', '-123456789012-abcdefghijkl'), /abcdefghijkl/],
    [token('svc_dsc', '_ABCDEFGHIJKLMNOP1234'), /ABCDEF/],
    [token('AKIA', 'IOSFODNN7EXAMPLE'), /IOSFODNN/],
    ['Authorization: Bearer abcdef123456', /abcdef/],
    ['curl -H "Authorization: Basic dXNlcjpwYXNz" x', /dXNlcjpwYXNz/],
    ['Cookie: session=0123456789; theme=dark', /0123456789/],
    ['https://example.com/x?access_token=abc123def456&y=1', /abc123/],
    ['DB_PASSWORD=hunter2hunter2', /hunter2/],
    ['"client_secret": "zzz999yyy888"', /zzz999/],
    ['postgres://me:hunter2@db.example.com/x', /hunter2/],
    [token('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXBhcnQ'), /c2lnbmF0/],
    [token('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----'), /MIIEow/],
  ],
  'phone and card numbers': [
    ['Call +49 170 1234567 or', /1234567/],
    ['(555) 123-4567', /4567/],
    ['555-123-4567', /4567/],
    ['+1 (415) 555-2671', /2671/],
    ['030 1234 5678', /5678/],
    ['4111 1111 1111 1111', /1111/],
  ],
  addresses: [
    ['I live at 1600 Amphitheatre Parkway, Mountain View, CA 94043.', /1600|Amphi|94043/],
    ['Hauptstraße 12, 10115 Berlin', /Haupt|10115|Berlin/],
    ['P.O. Box 1234', /1234/],
    ['221B Baker Street, London NW1 6XE', /Baker|London/],
    ['from 93.184.216.34 port 22', /93\.184/],
    ['at 2606:2800:220:1:248:1893:25c8:1946', /2606/],
  ],
  names: [
    ['@octocat could you look?', /octocat/],
    ['Hi Jane,\nit fails.', /Jane/],
    ['It works.\n\nThanks,\nJane Doe', /Jane|Doe/],
    ['Best regards, Jane', /Jane/],
    ['It works.\n-- \nJane Doe', /Jane/],
    ['my name is Jane Doe and', /Jane|Doe/],
    ['Signed-off-by: Jane Doe <jane@example.com>', /Jane|example/],
    ['ENOENT /Users/jane/project/x.js', /jane/],
    ['C:\\Users\\jane\\x and /home/jane/x', /jane/],
    ['As Ada Lovelace said, and Lovelace knows, adal too', /Ada|Lovelace|adal/],
  ],
};

for (const [kind, cases] of Object.entries(kinds))
  test(`${kind} are masked`, () => {
    for (const [text, gone] of cases) {
      const masked = maskPeople(text, ['Ada Lovelace', 'adal']);
      assert.doesNotMatch(masked, gone, `${text} → ${masked}`);
      assert.match(masked, /\[(?:email|key|phone|card|address|ip|name)\]/, masked);
    }
  });

test('what software is spoken of stays', () => {
  for (const text of [
    'Install @scope/name@1.2.3 and use @Override() or `@media`.',
    'Version 1.2.3.4-rc.1 listens on 127.0.0.1:8080 and 192.168.0.1, not 0.0.0.0.',
    'Set max_tokens: 512 and `token` in docent.yaml at 2026-03-03T10:00:00.000Z.',
    'The commit 0123456789abcdef0123456789abcdef01234567 of 2026-03-03 has 1234567890 lines.',
    'Thanks, it works now. Best of all: the Main Street module.',
    'See https://example.com/a/b?page=2 and /home/user/x, 16:20:30.',
    'The timeout is 30 000 ms; 100-200-300 are ids. Port 5432, error 0x80004005.',
    'Hello World! Hi all, Dear team,',
  ])
    assert.equal(maskPeople(text), text);
});
