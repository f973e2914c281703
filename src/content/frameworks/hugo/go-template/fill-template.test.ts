import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTemplate } from './fill-template.ts';

const words = { note: 'Note:', before_heading: 'Before you begin' };

function fill(template: string, values: Record<string, string> = {}, inner = ''): string {
  const params: Record<string, string> = { latest: 'v1.32', version: '2' };
  return fillTemplate(template, { values, inner, words, paramOf: (path) => params[path] ?? '' }).text;
}

test('Conditions, variables and functions are worked out', () => {
  const skew = `{{- $minor := int (index (split (replace site.Params.latest "v" "") ".") 1) -}}
    {{- if eq (.Get 0) "next" -}}{{ printf "1.%d" (add $minor 1) }}{{ else if eq (.Get 0) "last" }}{{ sub $minor 1 }}{{ end }}`;
  assert.equal(fill(skew, { 0: 'next' }), '1.33');
  assert.equal(fill(skew, { 0: 'last' }), '31');
  assert.equal(fill('{{ with .Get "v" }}since {{ . }}{{ else }}always{{ end }}', { v: '2' }), 'since 2');
  assert.equal(fill('{{ with .Get "v" }}since {{ . }}{{ else }}always{{ end }}'), 'always');
  assert.equal(
    fill('{{ $a := .Get "a" | default "x" }}{{ if .Inner }}{{ $a = upper $a }}{{ end }}{{ $a }}', {}, 'i'),
    'X',
  );
  assert.equal(
    fill('{{ T (printf "%s_heading" (.Get 0)) | safeHTML }}', { 0: 'before' }),
    'Before you begin',
  );
  assert.equal(
    fill('{{ strings.TrimPrefix "a/" (.Get "p") }} {{ "A-B" | humanize | lower }}', { p: 'a/b' }),
    'b a b',
  );
});

test('What only a build knows is no number', () => {
  assert.equal(
    fill('a{{ if lt .Page.WordCount 3 }}b{{ end }}{{ range seq . }}c{{ end }}{{ first . (slice 1) }}'),
    'a',
  );
});

test('A list of a shortcode is gone through, and the data of a build shows nothing', () => {
  const list =
    '{{ range $i, $one := split (.Get "all") "," }}{{ if $i }}, {{ end }}{{ $one | title }}{{ end }}';
  assert.equal(fill(list, { all: 'go,rust' }), 'Go, Rust');
  assert.equal(fill('a {{ range .Site.Pages }}{{ .Title }}{{ end }}b {{ .Page.Scratch.Get "x" }}'), 'a b');
});

test('What a build would find counts as found, and what it would complain of is not shown', () => {
  const tooltip = `{{ $text := .Get "text" }}{{ $all := $.Page.Scratch.Get "terms" }}
    {{ if not $all }}{{ errorf "none" }}gone{{ else }}{{ with $all.GetMatch (printf "%s.md" (.Get "id")) }}
    <a title='{{ .Params.short | markdownify }}'>{{ $text | default .Title }}</a>{{ end }}{{ end }}`;
  assert.equal(fill(tooltip, { text: 'Pod', id: 'pod' }), "<a title=''>Pod</a>");
});

test('What it holds stands apart, in each place that shows it', () => {
  assert.equal(fill('<div>{{ .Inner | markdownify }}</div>', {}, '**a**'), '<div>\n\n**a**\n\n</div>');
});

test('A template made to go on for long ends', () => {
  const loops = '{{ range seq 200 }}'.repeat(30) + 'x' + '{{ end }}'.repeat(30);
  assert.ok(fill(loops).length < 10_000);
  assert.equal(fill('{{ if (((( }}'.repeat(5_000)), '');
  assert.ok(
    fill(`{{ $a := "x" }}${'{{ $a = replace $a "x" "xxxxxxxxxx" }}'.repeat(100)}{{ $a }}`).length < 200_000,
  );
});
