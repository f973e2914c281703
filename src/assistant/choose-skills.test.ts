import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSkills } from './choose-skills.ts';

const skill = (name: string, description = '', text = name) => ({ name, description, text });
const names = (question: string, ...skills: ReturnType<typeof skill>[]) =>
  chooseSkills({ instructions: 'Always.', skills }, question).skills.map(({ name }) => name);

test('a word of its name, or two of its description, bring a skill in', () => {
  const skills = [skill('billing-plans'), skill('x', 'upgrade from an older version'), skill('y', 'colours')];
  assert.deepEqual(names('Which plan do I need?', ...skills), ['billing-plans']);
  assert.deepEqual(names('How do I upgrade from version 2?', ...skills), ['x']);
  assert.deepEqual(names('Does it have a version?', ...skills), []);
});

test('the instructions are always there', () => {
  assert.equal(chooseSkills({ instructions: 'Always.', skills: [] }, 'x').instructions, 'Always.');
});

test('at most three skills are given, and not more than fits', () => {
  const skills = Array.from({ length: 5 }, () => skill('proxy'));
  assert.equal(names('proxy', ...skills).length, 3);
  const large = Array.from({ length: 3 }, () => skill('proxy', '', 'x'.repeat(10_000)));
  assert.equal(names('proxy', ...large).length, 2);
});
