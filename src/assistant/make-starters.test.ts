import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionOf } from './make-starters.ts';

test('a title that names a task or a subject becomes a question, others do not', () => {
  for (const [title, question] of [
    ['Install Harbour', 'How do I install Harbour?'],
    ['Configuring a Proxy', 'How do I configure a Proxy?'],
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
