import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTemplate } from './fill-template.ts';

const given = {
  values: { '0': 'x', kind: 'tip', empty: '' },
  inner: '**Inner**',
  paramOf: (path: string) => (path === 'version' ? '1.2' : ''),
};

const cases: [template: string, text: string][] = [
  [
    '<b>{{ .Get 0 }}</b> {{ $.Get "kind" | title }} {{ index .Params "kind" }} {{ .Params.kind }}',
    '<b>x</b> tip tip tip',
  ],
  [
    '{{ $v := .Page.Params.version }}{{ if eq $v "1.2" "1.3" }}new{{ else }}old{{ end }} {{ site.Params.version }}',
    'new 1.2',
  ],
  [
    '{{ if not (.Get "kind") }}a{{ else if and (.Get 0) (eq (.Get "kind") "tip") }}b{{ else }}c{{ end }}',
    'b',
  ],
  ['{{ with .Get "kind" }}[{{ . }}]{{ end }}{{ with .Get "none" }}!{{ . }}{{ end }}', '[tip]'],
  [
    '{{ .Get "none" | default "usual" }} {{ default "usual" (.Get 0) }} {{ printf "v%s" (.Get 0) }}',
    'usual x vx',
  ],
  ['{{/* {{ .Get 0 }} */}}{{- /* a */ -}}<!-- b --><script>c</script>{{ cond (eq 1 1) "d" "e" }}', 'd'],
  ['{{ range .Site.Pages }}{{ .Title }}{{ else }}none{{ end }}{{ partial "x" . }}{{ .Scratch.Get "y" }}', ''],
  ['{{ if }}', ''],
  ['{{ end }}{{ else }}a {{ "b', 'a {{ "b'],
];

test('A template shows its text, the arguments and the parameters, and nothing that a build would make', () => {
  for (const [template, text] of cases) assert.equal(fillTemplate(template, given).text, text, template);
});

test('Inner content is shown where the template has it', () => {
  assert.deepEqual(fillTemplate('<p>{{ .Inner | markdownify }}</p>', given), {
    text: '<p>\n\n**Inner**\n\n</p>',
    showsInner: true,
  });
  assert.equal(fillTemplate('<p>{{ partial "x" .Inner }}</p>', given).showsInner, false);
});
