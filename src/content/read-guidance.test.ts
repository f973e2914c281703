import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitGuidance } from './read-guidance.ts';

function treeOf(files: Record<string, string>) {
  const read = async (file: string) => ({ text: files[file] ?? null, warning: null });
  return { name: 'docs', files: Object.keys(files).sort(), warnings: [], read };
}

test('instructions and skills are read, and are not pages', async () => {
  const { docs, guidance } = await splitGuidance(
    treeOf({
      '.docent/assistant.md': 'Call it Harbour.\n',
      '.docent/skills/billing.md': '---\ndescription: Invoices and plans\n---\nName the plan.',
      'index.md': '# Harbour',
    }),
  );
  assert.deepEqual(docs.files, ['index.md']);
  assert.deepEqual(guidance, {
    instructions: 'Call it Harbour.',
    skills: [{ name: 'billing', description: 'Invoices and plans', text: 'Name the plan.' }],
  });
});

test("Mintlify's names are read too", async () => {
  const { guidance } = await splitGuidance(
    treeOf({
      '.mintlify/Assistant.md': 'Be kind.',
      '.mintlify/assistant/skills/upgrades/skill.md': '---\nname: Upgrades\n---\nAsk for the version.',
    }),
  );
  assert.equal(guidance.instructions, 'Be kind.');
  assert.deepEqual(guidance.skills, [{ name: 'Upgrades', description: '', text: 'Ask for the version.' }]);
});

test('guidance that is too long is cut and named in a warning', async () => {
  const { docs, guidance } = await splitGuidance(treeOf({ '.docent/assistant.md': 'x'.repeat(20_000) }));
  assert.equal(guidance.instructions.length, 12_000);
  assert.match(docs.warnings[0]?.message ?? '', /first 12000 characters/);
});
