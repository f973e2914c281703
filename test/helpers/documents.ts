import { strToU8, zipSync } from 'fflate';

type PdfLine = [size: number, text: string, indent?: number];

/** A PDF of pages of lines, each line with its size, and with bookmarks to pages when there are any. */
export function pdfOf(pages: PdfLine[][], bookmarks: [title: string, page: number][] = []): Uint8Array {
  const objects: string[] = ['', '', '', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'];
  const kids = pages.map((lines) => {
    const text = lines
      .map(
        ([size, words, x = 0]) =>
          `/F ${size} Tf ${x} 0 Td (${words.replaceAll(/[()\\]/g, '\\$&')}) Tj -${x} -${size * 1.4} Td`,
      )
      .join('\n');
    const stream = `BT 50 750 Td\n${text}\nET`;
    objects.push(`<</Length ${stream.length}>>stream\n${stream}\nendstream`);
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents ${objects.length - 1} 0 R>>`,
    );
    return objects.length - 1;
  });
  const first = objects.length + 1;
  for (const [nth, [title, page]] of bookmarks.entries()) {
    const next = nth + 1 < bookmarks.length ? `/Next ${first + nth + 1} 0 R` : '';
    objects[first + nth] =
      `<</Title(${title})/Parent ${first - 1} 0 R/Dest[${kids[page - 1]} 0 R/Fit]${next}>>`;
  }
  const outlines = bookmarks.length > 0 ? `/Outlines ${first - 1} 0 R` : '';
  objects[first - 1] =
    `<</Type/Outlines/First ${first} 0 R/Last ${first + bookmarks.length - 1} 0 R/Count ${bookmarks.length}>>`;
  objects[1] = `<</Type/Catalog/Pages 2 0 R${outlines}>>`;
  objects[2] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`;
  let file = '%PDF-1.4\n';
  const places: number[] = [];
  for (let nth = 1; nth < objects.length; nth++) {
    places.push(file.length);
    file += `${nth} 0 obj\n${objects[nth]}\nendobj\n`;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${file}xref\n0 ${objects.length}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  );
}

const types = (parts: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts}</Types>`;
const relations = (...targets: [id: string, type: string, target: string][]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join('')}</Relationships>`;

function zipped(files: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/** A Word document of paragraphs, each with its style. */
export function docxOf(paragraphs: [style: string, text: string][]): Uint8Array {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const body = paragraphs
    .map(
      ([style, text]) =>
        `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`,
    )
    .join('');
  const styles = ['Heading1', 'Heading2', 'Title']
    .map(
      (id) =>
        `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id.replace(/(\d)/, ' $1')}"/></w:style>`,
    )
    .join('');
  return zipped({
    '[Content_Types].xml': types(
      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>',
    ),
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relations(['r1', 'styles', 'styles.xml']),
    'word/styles.xml': `<w:styles ${w}>${styles}</w:styles>`,
    'word/document.xml': `<w:document ${w}><w:body>${body}</w:body></w:document>`,
  });
}

/** Slides, each with a title, lines and notes, in an order that their names do not have. */
export function pptxOf(slides: { title: string; lines: string[]; notes?: string }[]): Uint8Array {
  const names =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const shape = (type: string, lines: string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
  const fileOf = (nth: number) => slides.length - nth;
  const files: Record<string, string> = {
    '[Content_Types].xml': types(''),
    'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst>${slides.map((_, nth) => `<p:sldId id="${256 + nth}" r:id="s${nth}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map(
        (_, nth) => [`s${nth}`, 'slide', `slides/slide${fileOf(nth)}.xml`] as [string, string, string],
      ),
    ),
  };
  for (const [nth, { title, lines, notes }] of slides.entries()) {
    files[`ppt/slides/slide${fileOf(nth)}.xml`] =
      `<p:sld ${names}><p:cSld><p:spTree>${shape('title', [title])}${shape('body', lines)}${shape('sldNum', ['7'])}</p:spTree></p:cSld></p:sld>`;
    if (notes === undefined) continue;
    files[`ppt/slides/_rels/slide${fileOf(nth)}.xml.rels`] = relations([
      'n',
      'notesSlide',
      `../notesSlides/n${nth}.xml`,
    ]);
    files[`ppt/notesSlides/n${nth}.xml`] =
      `<p:notes ${names}><p:cSld><p:spTree>${shape('body', [notes])}</p:spTree></p:cSld></p:notes>`;
  }
  return zipped(files);
}
