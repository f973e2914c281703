import {
  confluenceDialect,
  confluenceServerDialect,
  githubDialect,
  notionDialect,
  zendeskDialect,
} from '../helpers/knowledge-servers.ts';
import { apiSourceContract } from './api-source.ts';

apiSourceContract({
  kind: 'github',
  dialect: githubDialect,
  label: 'Discussion, answered',
  reading: /nodes\(/,
});
apiSourceContract({ kind: 'zendesk', dialect: zendeskDialect, label: 'Article, updated', reading: null });
apiSourceContract({
  kind: 'confluence',
  dialect: confluenceDialect,
  label: 'Article, updated',
  reading: /\/pages\/\d+$/,
});
apiSourceContract({
  kind: 'notion',
  dialect: notionDialect,
  label: 'Article, updated',
  reading: /\/blocks\//,
});
apiSourceContract({
  kind: 'confluence',
  dialect: confluenceServerDialect,
  label: 'Article, updated',
  reading: /\/content\/\d+$/,
});
