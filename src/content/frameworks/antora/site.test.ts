import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

proveFramework({
  framework: 'antora',
  files: {
    'antora-playbook.yml':
      "site:\n  url: https://docs.example.org\nasciidoc:\n  attributes:\n    idprefix: ''\n    idseparator: '-'\n    product: Rocket@\n",
    'docs/antora.yml':
      "name: rocket\ntitle: Rocket\nversion: '2.0'\nnav:\n- modules/ROOT/nav.adoc\nasciidoc:\n  attributes:\n    fuel: kerosene\n    idseparator: _\n    product: Probe\n",
    'docs/modules/ROOT/nav.adoc': '* xref:index.adoc[Home]\n** xref:api:calls.adoc[Calls from nav]\n',
    'docs/modules/ROOT/pages/index.adoc': '= Welcome\n:description: All of it.\n\nText',
    'docs/modules/ROOT/pages/_hidden.adoc': '= Not a page',
    'docs/modules/ROOT/partials/shared.adoc':
      '== Shared {product}\n\n// tag::part[]\nPartial words.\n// end::part[]\n\nLeft out.',
    'docs/modules/ROOT/examples/a.rb': '# tag::x[]\nputs 1\n# end::x[]\nputs 2\n',
    'docs/modules/ROOT/images/x.png': '',
    'docs/modules/api/pages/calls.adoc': 'Text without a title',
    'docs/modules/api/pages/sub/index.adoc': '= Sub\n:page-aliases: old.adoc\n\nText',
    'docs/modules/ROOT/pages/anchors.adoc':
      "= Page\n\n== What's `new` in 1.2?\n\na\n\n== Same\n\nb\n\n== Same\n\nc\n\n[#my-id]\n== Named\n\nd[[inline]]",
    'docs/modules/ROOT/pages/blocks.adoc': [
      '= Blocks',
      ':toc:',
      ':local: yes',
      '',
      'For {product} with {fuel}, see xref:api:calls.adoc#top[calls] and <<end>>.',
      '',
      'WARNING: Hot.',
      '',
      '[source,ruby]',
      '----',
      'include::example$a.rb[tag=x]',
      '----',
      '',
      'include::partial$shared.adoc[tags=part]',
      '',
      'ifdef::local[]',
      'Local.',
      'endif::[]',
      'ifdef::other[]',
      'Other.',
      'endif::[]',
      '',
      '|===',
      '|A |B',
      '',
      '|1 |2',
      '|===',
      '',
      '[horizontal]',
      'term:: meaning',
      '',
      'NOTE: Not in a table.',
      '',
      '\\include::shown.adoc[]',
      '',
      '[[end]]',
      'Done.',
    ].join('\n'),
  },
  urls: {
    'docs/modules/ROOT/pages/index.adoc': 'https://docs.example.org/rocket/2.0/index.html',
    'docs/modules/ROOT/pages/anchors.adoc': 'https://docs.example.org/rocket/2.0/anchors.html',
    'docs/modules/ROOT/pages/blocks.adoc': 'https://docs.example.org/rocket/2.0/blocks.html',
    'docs/modules/api/pages/calls.adoc': 'https://docs.example.org/rocket/2.0/api/calls.html',
    'docs/modules/api/pages/sub/index.adoc': 'https://docs.example.org/rocket/2.0/api/sub/index.html',
  },
  anchors: {
    'docs/modules/ROOT/pages/anchors.adoc': ['whats-new-in-1-2', 'same', 'same-2', 'my-id', 'inline'],
  },
  versions: { 'docs/modules/ROOT/pages/index.adoc': '2.0' },
  languages: { 'docs/modules/ROOT/pages/index.adoc': null },
  titles: {
    'docs/modules/ROOT/pages/index.adoc': 'Welcome',
    'docs/modules/api/pages/calls.adoc': 'Calls',
  },
  texts: {
    'docs/modules/ROOT/pages/blocks.adoc': [
      'For Probe with kerosene, see calls and [end].',
      'Warning:\nHot.',
      '```ruby\nputs 1\n```',
      'Partial words.',
      'Local.',
      'A | B\n1 | 2',
      'term | meaning',
      'Note:\nNot in a table.',
      'include::shown.adoc[]',
      'Done.',
    ].join('\n\n'),
  },
});

proveFramework({
  framework: 'antora',
  files: {
    'antora-playbook.yml': 'site: { url: https://example.com }\nurls: { latest_version_segment: current }',
    'v1/antora.yml': 'name: comp\nversion: "9.0"',
    'v1/modules/ROOT/pages/index.adoc': '= Old',
    'v2/antora.yml': 'name: comp\nversion: "10.0"',
    'v2/modules/ROOT/pages/index.adoc':
      '= New\n\n|===\n|A |B\n\n|1\na|\nfirst\n\n* one\n* two\n|===\n\nxref:9.0@comp::index.adoc[old]',
  },
  urls: {
    'v1/modules/ROOT/pages/index.adoc': 'https://example.com/comp/9.0/index.html',
    'v2/modules/ROOT/pages/index.adoc': 'https://example.com/comp/current/index.html',
  },
  versions: { 'v2/modules/ROOT/pages/index.adoc': '10.0' },
  texts: { 'v2/modules/ROOT/pages/index.adoc': 'A | B\n1 | first one two\n\nold' },
});

test('Each component has a default version of its own, and a reference without words shows the title of its page', async () => {
  const docs = await listDocs(
    treeOf({
      'core/antora.yml': "name: core\nversion: '2.0'",
      'core/modules/ROOT/pages/index.adoc': '= Core\n\nSee xref:setup.adoc[].',
      'core/modules/ROOT/pages/setup.adoc': '= Set it up\n\nText',
      'next/antora.yml': "name: core\nversion: '3.0'\nprerelease: -beta",
      'next/modules/ROOT/pages/index.adoc': '= Next',
      'cli/antora.yml': 'name: cli\nversion: ~',
      'cli/modules/ROOT/pages/index.adoc': '= CLI\n\nText',
    }),
  );
  const pages = (await Array.fromAsync(parseDocs(docs))).flatMap((one) => one.pages);
  const defaults = pages.filter(({ isDefault }) => isDefault).map(({ path }) => path);
  assert.deepEqual(defaults.sort(), ['cli', 'core/2.0', 'core/2.0/setup']);
  assert.equal(pages.find(({ path }) => path === 'core/2.0')?.sections[0]?.text, 'See Set it up.');
});

test('The root component has no part in addresses, and attributes refer to others', async () => {
  const docs = await listDocs(
    treeOf({
      'docs/local-antora-playbook.yml': 'site: { url: http://localhost }\ncontent: { sources: [{ url: . }] }',
      'docs/site.yml': [
        'site: { url: https://docs.example.org/rocket }',
        'content: { sources: [{ url: . }] }',
        'antora:',
        '  extensions:',
        "  - '@antora/collector-extension'",
        "  - { require: '@springio/antora-extensions', root_component_name: rocket }",
      ].join('\n'),
      'docs/antora.yml':
        "name: rocket\nversion: true\nasciidoc:\n  attributes:\n    api: '{site}/api/{version-of-it}'\n    site: '{scheme}://x.io'\n    scheme: https",
      'docs/modules/ROOT/pages/core/first-steps.adoc':
        '= First steps\n\nSee {api}/Pad.html[`Pad`] at {site}[the site].\n\ninclude-code::./Pad[tag=main,indent=0]\n\nEnd.',
    }),
  );
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  const page = parsed?.pages[0];
  assert.equal(page?.url, 'https://docs.example.org/rocket/core/first-steps.html');
  assert.equal(page?.sections[0]?.text, 'See Pad at the site.\n\nEnd.');
});

test('Here-documents of a shell say nothing about the form of ids', async () => {
  const docs = await listDocs(
    treeOf({
      'antora.yml': 'name: kit\nversion: ~\n',
      'modules/ROOT/pages/index.adoc': `= Kit\n\nSee xref:#_set_up[above].\n\n== Set up\n\n----\n${'cat <<EOF\nx\nEOF\n'.repeat(3)}----\n`,
    }),
  );
  const [page] = (await Array.fromAsync(parseDocs(docs))).flatMap((one) => one.pages);
  assert.deepEqual(
    page!.sections.map(({ anchor }) => anchor),
    [null, '_set_up'],
  );
});
