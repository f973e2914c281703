import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listPageCode } from './page-code.ts';

const build = { asMdx: false, templates: null, hasDirectives: false } as const;
const codeOf = (path: string, text: string) =>
  listPageCode(path, text, build).filter(({ kind }) => kind !== 'link to another site');

describe('code in reStructuredText is found wherever docutils reads it', () => {
  for (const text of [
    '..   raw::   html\n\n   <b onclick=x>\n',
    '.. raw :: html\n\n   <b onclick=x>\n',
    '* .. raw:: html\n\n     <b onclick=x>\n',
    '1. (a) .. raw:: html\n\n          <b onclick=x>\n',
    ':field: .. raw:: html\n\n   <b onclick=x>\n',
    '+---+\n| .. raw:: html |\n+---+\n',
    'A term::\n   .. raw:: html\n\n      <b onclick=x>\n',
    '* Text::\n\n  .. raw:: html\n\n     <b onclick=x>\n',
    '`x\n<javascript:alert(1)>`_\n',
    '.. _x: javascript\n   :alert(1)\n',
    '__ javascript:alert(1)\n',
    '.. image:: a.png\n   :target: javascript:alert(1)\n',
    ':math:`\\href{javascript:alert(1)}{x}`\n',
  ])
    test(JSON.stringify(text), () => assert.notDeepEqual(codeOf('a.rst', text), []));

  for (const text of [
    'Text::\n\n   .. raw:: html\n\n      <b onclick=x>\n',
    '* Text::\n\n     .. raw:: html\n',
    '.. code-block:: html\n\n   <a href="javascript:x">\n',
    'In JavaScript: see `the guide\n<https://a.example>`_ and `b <c.html>`__.\n',
  ])
    test(`but not in ${JSON.stringify(text)}`, () => assert.deepEqual(codeOf('a.rst', text), []));
});

describe('code in AsciiDoc is found wherever Asciidoctor reads it', () => {
  for (const text of [
    'x +++<img src=x\nonerror=alert(1)>+++ y',
    'pass:[<img src=x\nonerror=alert(1)>]',
    '[pass]\n<script>x</script>',
    '[pass#id.role]\n--\n<script>x</script>\n--',
    '[subs=none]\n<script>x</script>',
    '[source,subs="-specialchars"]\n----\n<script>x</script>\n----',
    '[subs=macros]\n----\n<script>x</script>\n----',
    ':kind: pass\n\n[{kind}]\n<script>x</script>',
    'link:javascript:alert(1)[x]',
    'link:++javascript:alert(1)++[x]',
    ':a: java\n:b: script:alert(1)\n\nlink:{a}{b}[x]',
    ':a: javascript:x\n\nlink:{a}[x]\n\n:a: safe',
    'link:java{empty}script:alert(1)[x]',
    'link:javascript&#58;alert(1)[x]',
    ':u: https://tracker.example/p.png\n\nimage::{u}[]',
    ':imagesdir: https://tracker.example\n\nimage::p.png[]',
    'image::x.png[link="javascript:alert(1)"]',
    'icon:x[link=javascript:alert(1)]',
    '[.x"onmouseover="alert(1)]#text#',
    '[role="x\\" onmouseover=\\"alert(1)"]\ntext',
    ':stylesheet: https://tracker.example/x.css',
    'stem:[\\href{javascript:alert(1)}{x}]',
    'kroki::diagram.puml[]',
    // An underline makes a heading, and opens no block.
    'Text\n----\n\nlink:javascript:alert(1)[x]',
    'Text\n++++\n\nlink:javascript:alert(1)[x]',
    'Text\n-----\n\nimage::https://tracker.example/p.png[]',
  ])
    test(JSON.stringify(text), () => assert.notDeepEqual(codeOf('a.adoc', text), []));

  for (const text of [
    '[source,html,subs="attributes+"]\n----\n<script>x</script>\n----',
    '[source,subs="verbatim,attributes"]\n----\n<b onclick=x>\n----',
    '[source,html,subs="+quotes,-callouts"]\n----\n<script>x</script>\n----',
    '----\nlink:javascript:a[x]\nexit\n----\n\n----\nimage::https://tracker.example/p.png[]\n----',
    'Use <b onclick=x> as `<script>`, in JavaScript: so.',
    ':name: value\n:imagesdir: images\n\nimage::{name}.png[Alt]\n\nvideo::a.mp4[]\n\nxref:b.adoc[B] link:{name}[x]',
    'toc::[]\n\nifdef::x[]\ny\nendif::[]\n\n[.lead]\nText',
  ])
    test(`but not in ${JSON.stringify(text)}`, () => assert.deepEqual(codeOf('a.adoc', text), []));
});
