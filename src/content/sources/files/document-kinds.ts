/** What a citation calls each kind of document, by the end of its name. */
const labels = {
  pdf: 'PDF',
  docx: 'Word document',
  pptx: 'Slides',
  html: 'Document',
  htm: 'Document',
  csv: 'Table',
  txt: 'Text',
  ipynb: 'Notebook',
};

export type DocumentEnd = keyof typeof labels;

/** The end of a document's name; null for a file that is none. */
export function documentEnd(name: string): DocumentEnd | null {
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(labels, end) ? (end as DocumentEnd) : null;
}

export function documentLabel(name: string): string {
  return labels[documentEnd(name)!];
}
