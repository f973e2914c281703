import { edit, type Task } from '../task.ts';

const page = 'docs/modules/extensions/pages/register.adoc';
const end =
  'You can register more than one processor of each type, though you can only have one processor per custom block or macro.\n';

export const task: Task = {
  kind: 'document',
  bed: 'asciidoctor',
  docsRoot: 'docs',
  prompt:
    'Document how the order of processors of one type is set when extensions are registered: product:lib/asciidoctor/extensions.rb. It belongs at the end of the page on registering.',
  product: {
    'lib/asciidoctor/extensions.rb':
      'module Asciidoctor\n  module Extensions\n    class Registry\n      # :position - :first puts a processor before those that are registered already; :last, the default, behind them.\n      def add_document_processor kind, args, position: :last\n      end\n    end\n  end\nend\n',
  },
  touches: [page],
  removes: 0,
  graders: [{ kind: 'facts', in: page, has: ['position', ':first', ':last', ['default']] }],
  right: [
    edit(
      page,
      end,
      `${end}They run in the order in which they are registered.\nWith \`position: :first\` a processor comes before those that are registered already; \`:last\` is the default.\n`,
    ),
  ],
  wrong: {
    calls: [
      edit(
        page,
        end,
        `${end}With \`position: :first\` it comes first, \`:last\` is the default; see xref:order.adoc[].\n`,
      ),
    ],
    fails: ['checks'],
  },
};
