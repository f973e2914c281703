import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedSides } from './compared.ts';

const compared: [question: string, sides: [string, string]][] = [
  ['What is the difference between a list and a tuple?', ['list', 'tuple']],
  ["What's the difference between uvx and uv tool install?", ['uvx', 'uv tool install']],
  ['npm ci vs npm install', ['npm ci', 'npm install']],
  ['install vs sync, what is the difference?', ['install', 'sync']],
  ['threads or forks pool, which should I use?', ['threads', 'forks pool']],
  ['Should I use option stores or setup stores?', ['option stores', 'setup stores']],
  ['How does Consul differ from Eureka?', ['Consul', 'Eureka']],
  ['offset and limit or page and size?', ['offset and limit', 'page and size']],
  ['rate or irate?', ['rate', 'irate']],
  ['When do I use a guard instead of a filter?', ['guard', 'filter']],
];

for (const [question, sides] of compared)
  test(`two things are compared: ${question}`, () => assert.deepEqual(comparedSides(question), sides));

const others = [
  'How do I add or remove a package?',
  'Can I use npm or yarn?',
  'send an e-mail or a message when a service goes critical',
  'use it in VS Code',
  'How do I install it?',
  'How do I use pnpm instead of npm?',
];

for (const question of others)
  test(`nothing is compared: ${question}`, () => assert.equal(comparedSides(question), null));
