import { openIndexFile } from '../index-file.ts';

const most = 200;

/** The texts of so many sections, spread over the whole index. */
export function sampleTexts(file: string): string[] {
  const database = openIndexFile(file);
  try {
    const rows = database
      .prepare(
        `SELECT text FROM sections WHERE id % max(1, (SELECT count(*) FROM sections) / :most) = 0 LIMIT :most`,
      )
      .all({ most });
    return rows.map((row) => row['text'] as string);
  } finally {
    database.close();
  }
}
