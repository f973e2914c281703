import { edit, type Task } from '../task.ts';

const page = 'docs/_docs/configuration/webrick.md';
const before = '### Defaults\n';

export const task: Task = {
  kind: 'document',
  bed: 'jekyll',
  docsRoot: 'docs',
  prompt:
    'jekyll serve can compress what it sends. Document the setting on the page of WEBrick options, with an example of _config.yml. The code is product:lib/jekyll/commands/serve/deflate.rb.',
  product: {
    'lib/jekyll/commands/serve/deflate.rb': `module Jekyll
  module Commands
    class Serve
      # webrick:
      #   deflate: true      # off unless it is set
      #   deflate_types: [text/html, text/css]
      class Deflate
        DEFAULT_TYPES = %w(text/html text/css application/javascript).freeze
        def initialize(opts) = @on = opts.dig("webrick", "deflate") == true
      end
    end
  end
end
`,
  },
  touches: [page],
  removes: 0,
  graders: [
    {
      kind: 'facts',
      in: page,
      has: [
        'deflate: true',
        'deflate_types',
        ['off by default', 'unless', 'by default'],
        'application/javascript',
      ],
    },
  ],
  right: [
    edit(
      page,
      before,
      '### Compression\n\nResponses are not compressed unless `deflate` is set. `deflate_types` says which media types are; without it these\nare `text/html`, `text/css` and `application/javascript`.\n\n```yaml\n# File: _config.yml\nwebrick:\n  deflate: true\n  deflate_types:\n    - text/html\n```\n\n### Defaults\n',
    ),
  ],
  // The page is written anew and loses what it said.
  wrong: {
    calls: [
      {
        name: 'write_file',
        input: {
          path: page,
          content:
            '---\ntitle: WEBrick Options\npermalink: "/docs/configuration/webrick/"\n---\n\nSet `deflate: true`; it is off by default. `deflate_types` is text/html, text/css and application/javascript.\n',
        },
      },
    ],
    fails: ['scope'],
  },
};
