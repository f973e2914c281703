import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asInText, questionOf, useOf } from './make-starters.ts';

test('a title that names a task or a subject becomes a question, others do not', () => {
  for (const [title, question] of [
    ['Install Harbour', 'How do I install Harbour?'],
    ['Configuring a Proxy', 'How do I configure a Proxy?'],
    ['Building And Publishing a Package', 'How do I build and publish a Package?'],
    ['Integrating Rollup With Other Tools', 'How do I integrate Rollup with other Tools?'],
    ['Define and Access the Database', 'How do I define and access the Database?'],
    ['Building backup and sync', 'How do I build backup and sync?'],
    ['Filter expressions', 'How do I use filter expressions?'],
    ['Filter a list', 'How do I filter a list?'],
    ['Running tests in CI', 'How do I run tests in CI?'],
    ['How to deploy to AWS', 'How do I deploy to AWS?'],
    ['Quickstart', 'How do I get started?'],
    ['Middleware', 'How do I use middleware?'],
    ['JSX', 'How do I use JSX?'],
    ['Windows Installer', 'How do I use Windows Installer?'],
    ['Error pages', 'How do I use error pages?'],
    ['pip vs easy_install', 'What is the difference between pip and easy_install?'],
    ['Can I use it offline?', 'Can I use it offline?'],
    ['API Reference', null],
    ['Changelog', null],
    ['Develop', null],
    ['Core Concepts', null],
    ['1.2.0', null],
    ['A very long title that says a lot about everything', null],
  ] as const)
    assert.equal(questionOf(title, true), question, title);
  assert.equal(questionOf('Installation', false), null);
  assert.equal(questionOf('Kann ich es ohne Netz nutzen?', false), 'Kann ich es ohne Netz nutzen?');
});

test('words that only a title begins with capital letters have none in a question', () => {
  const text =
    'Let us build a photo gallery for Android, with storage. An Angular project; any project in Angular.';
  assert.equal(
    asInText('How do I create a Photo Gallery with Storage?', text),
    'How do I create a photo gallery with storage?',
  );
  assert.equal(asInText('How do I add to an Angular Project?', text), 'How do I add to an Angular project?');
  assert.equal(asInText('How do I deploy to AWS?', text), 'How do I deploy to AWS?');
});

test('how to use a thing is asked as the docs write of it, and not of what they never use', () => {
  for (const [tool, text, question] of [
    ['database', 'Fastify can use a database.', 'How do I use a database?'],
    [
      'progressive web app (PWA)',
      'You are using the *progressive web app (PWA)*.',
      'How do I use the progressive web app (PWA)?',
    ],
    ['plugins', 'By using `plugins` you may', 'How do I use plugins?'],
    ['Deprecations and breaking changes', 'Deprecations and breaking changes are listed.', null],
    ['authentication', 'Use the authentication services.', null],
    ['authentication', 'When using authentication\nin an app', 'How do I use authentication?'],
    ['go', 'It is used gone.', null],
  ] as const)
    assert.equal(useOf(tool, text), question, tool);
});
