// What every framework adapter must prove, on a small site of its own.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Redirect } from '../../src/content/site/addresses.ts';
import type { Page } from '../../src/content/page.ts';
import type { ParsedFile } from '../../src/content/parse-page.ts';
import { listDocs, parseDocs } from '../../src/content/read-docs.ts';
import type { Docs } from '../../src/content/read-docs.ts';
import { treeOf } from '../helpers/tree-of.ts';

/** What is left out is empty. */
type FrameworkSite = {
  framework: string;
  files: Record<string, string>;
  /** The address of each page by its file: the whole list of pages, hidden ones too. */
  urls: Record<string, string>;
  /** Pages that can be linked to and are kept out of search. */
  hidden?: string[];
  /** Fragments of pages, in their order, all of them. */
  anchors?: Record<string, string[]>;
  versions?: Record<string, string | null>;
  languages?: Record<string, string | null>;
  titles?: Record<string, string>;
  /** What a reader sees of a page below its title: its sections, apart by blank lines. */
  texts?: Record<string, string>;
  redirects?: Redirect[];
  /** Files that a warning names. */
  warned?: string[];
};

const nothing = {
  hidden: [],
  anchors: {},
  versions: {},
  languages: {},
  titles: {},
  texts: {},
  redirects: [],
  warned: [],
};

/** Runs the suite for one framework on a site that shows each of its rules. */
export function proveFramework(given: FrameworkSite): void {
  const site = { ...nothing, ...given };
  describe(`${site.framework}, a framework`, () => {
    let docs: Docs;
    let parsed: Map<string, ParsedFile>;
    const page = (file: string): Page => {
      const [first] = parsed.get(file)?.pages ?? [];
      assert.ok(first, `${file} is not a page`);
      return first;
    };

    before(async () => {
      docs = await listDocs(treeOf(site.files));
      const all = await Array.fromAsync(parseDocs(docs));
      parsed = new Map(all.map((one) => [one.file, one]));
    });

    test('is recognised by its configuration, and warns of nothing else', () => {
      assert.equal(docs.framework, site.framework);
      assert.ok(docs.reason.why.split(`${site.framework} (`).length <= 2, 'it is registered once');
      assert.deepEqual(
        docs.warnings.map(({ file }) => file),
        site.warned,
      );
    });

    test('gives each file its address, and makes no pages of partials, drafts and excluded files', () => {
      const urls = Array.from(parsed.values()).flatMap(({ file, pages, targets }) =>
        targets.map(({ path }): [string, string] => [file, pages[0]?.url ?? `hidden: ${path}`]),
      );
      const wanted = Object.entries(site.urls).map(([file, url]) => [
        file,
        site.hidden.includes(file) ? `hidden: ${url}` : url,
      ]);
      assert.deepEqual(Object.fromEntries(urls), Object.fromEntries(wanted));
    });

    test('gives headings and elements their anchors', () => {
      for (const [file, anchors] of Object.entries(site.anchors)) {
        assert.deepEqual(parsed.get(file)?.targets[0]?.anchors, anchors, file);
      }
    });

    test('knows versions and languages', () => {
      for (const [file, version] of Object.entries(site.versions))
        assert.equal(page(file).version, version, file);
      for (const [file, language] of Object.entries(site.languages))
        assert.equal(page(file).language, language, file);
    });

    test('takes titles from front matter, headings and navigation', () => {
      for (const [file, title] of Object.entries(site.titles)) assert.equal(page(file).title, title, file);
    });

    test('keeps what components, containers and included files show', () => {
      for (const [file, text] of Object.entries(site.texts)) {
        assert.equal(
          page(file)
            .sections.map((section) => section.text)
            .join('\n\n'),
          text,
          file,
        );
        assert.deepEqual(parsed.get(file)?.warnings, [], file);
      }
    });

    test('knows its redirects', () => {
      assert.deepEqual(docs.redirects, site.redirects);
    });
  });
}
