// What the widget reads from the page and the keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches } from '../../web/widget/src/loader/shortcut.ts';
import { isBright } from '../../web/widget/src/view/is-bright.ts';

test('a shortcut is its letter, or its place where the keyboard writes another', () => {
  const press = (key: string, code: string, ...held: string[]) =>
    Object.assign(
      { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, key, code },
      Object.fromEntries(held.map((name) => [`${name}Key`, true])),
    );
  for (const [shortcut, event] of [
    ['mod+k', press('k', 'KeyK', 'ctrl')],
    ['mod+k', press('k', 'KeyK', 'meta')],
    ['Mod+K', press('K', 'KeyK', 'ctrl')],
    ['mod+k', press('k', 'KeyV', 'ctrl')],
    ['mod+k', press('л', 'KeyK', 'ctrl')],
    ['alt+a', press('å', 'KeyA', 'alt')],
    ['mod+alt+shift+a', press('A', 'KeyA', 'ctrl', 'alt', 'shift')],
    ['/', press('/', 'Slash')],
  ] as const)
    assert.equal(matches(shortcut, event), true, `${shortcut} ${event.key}`);
  for (const [shortcut, event] of [
    ['mod+k', press('k', 'KeyK')],
    ['mod+k', press('K', 'KeyK', 'ctrl', 'shift')],
    ['mod+i', press('c', 'KeyI', 'ctrl')],
    ['none', press('k', 'KeyK', 'ctrl')],
  ] as const)
    assert.equal(matches(shortcut, event), false, `${shortcut} ${event.key}`);
});

test('a page is dark when its text is bright, in whatever way its color is written', () => {
  for (const color of [
    'rgb(255, 255, 245)',
    'rgba(220, 220, 220, 0.9)',
    'oklch(0.92 0.01 280)',
    'oklab(0.9 0 0)',
    'lab(90 0 0)',
    'color(srgb 0.9 0.9 1)',
    'color(display-p3 0.9 0.9 0.9 / 0.8)',
  ])
    assert.equal(isBright(color), true, color);
  for (const color of [
    'rgb(0, 0, 0)',
    'rgb(60, 60, 67)',
    'oklch(0.21 0.03 264)',
    'lab(10 0 0)',
    'color(srgb 0.1 0.1 0.1)',
    'color(display-p3 0.1 0.1 0.1)',
    '',
  ])
    assert.equal(isBright(color), false, color);
});
