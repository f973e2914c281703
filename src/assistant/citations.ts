import type { CitableSection } from './retrieved.ts';

/** What came out of a piece of answer text: text to send and the sections that it cites. */
export type Checked = { text: string; cited: CitableSection[] };

/** Checks citations while the answer streams: push each delta, then `end` once. */
export type CitationChecker = {
  push(delta: string): Checked;
  end(): Checked;
  /** Citations that resolved to nothing retrieved and were removed. */
  dropped(): number;
};

/** `[[s3]]` or `[[s1, s4]]`: what models are told to write. */
const citation = /\[\[(s\d{1,4}(?:\s*,\s*s\d{1,4})*)\]\]/g;
/** A tail that may still become a citation; bounded, so that text waits for a few tokens at most. */
const openTail = /\[(?:\[(?:[s\d,\s]{0,40}\]?)?)?$/;

/**
 * Turns cited section ids into Markdown links with page and anchor. An id that was not retrieved for this answer
 * is removed and counted, never shown.
 */
export function createCitationChecker(find: (id: string) => CitableSection | undefined): CitationChecker {
  let held = '';
  let dropped = 0;
  const check = (text: string): Checked => {
    const cited: CitableSection[] = [];
    const linked = text.replace(citation, (_, ids: string) => {
      const found = ids.split(',').flatMap((id) => {
        const section = find(id.trim());
        if (section === undefined) dropped += 1;
        return section ?? [];
      });
      cited.push(...found);
      return found.length === 0 ? '' : `(${found.map(markdownLink).join(', ')})`;
    });
    return { text: linked, cited };
  };
  return {
    push(delta) {
      const text = held + delta;
      const open = openTail.exec(text);
      held = open === null ? '' : text.slice(open.index);
      return check(open === null ? text : text.slice(0, open.index));
    },
    end() {
      const rest = held;
      held = '';
      return check(rest);
    },
    dropped: () => dropped,
  };
}

function markdownLink({ title, url }: CitableSection): string {
  const label = title.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ');
  const target = url.replace(/[()\s<>]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
  return `[${label}](${target})`;
}
