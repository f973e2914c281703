import { defineCommand } from 'citty';
import { type PersonData, readPersonData } from '../store/person-data.ts';
import type { Store } from '../store/store.ts';
import { dataOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { withApp } from './open-app.ts';

export const exportCommand = defineCommand({
  meta: { name: 'docent export', description: 'Print everything stored about one person, as JSON.' },
  args: {
    fp: {
      type: 'string',
      required: true,
      valueHint: 'NAME',
      description: 'Their fp, or the sub claim of their reader tokens.',
    },
    project: {
      type: 'string',
      valueHint: 'DOMAIN',
      description: 'The project; required if there are several.',
    },
    data: dataOption,
  },
  async run({ args: { fp, project: domain, data } }) {
    await withApp(data, async (app, organization) => {
      const project = await chooseProject(app, organization, domain);
      console.log(JSON.stringify(await exportPerson(app.store, { projectId: project.id, fp }), null, 2));
    });
  },
});

/** All that a project stores of the questions, searches and ratings of one `fp`, oldest first. Times are ISO 8601. */
export async function exportPerson(store: Store, by: { projectId: string; fp: string }) {
  const { turns, searches } = await readPersonData(store, by);
  return { fp: by.fp, turns: turns.map(withDate), searches: searches.map(withDate) };
}

function withDate<Row extends PersonData['turns'][number] | PersonData['searches'][number]>(row: Row) {
  return { ...row, createdAt: new Date(row.createdAt).toISOString() };
}
