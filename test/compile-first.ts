// Loads what most tests do, and leaves it compiled in the cache that their processes share: they begin at once, and each
// would compile it.
import './helpers/agent-site.ts';
import './helpers/chromium.ts';
import './helpers/run-docent.ts';
import './helpers/server.ts';

process.exit(0);
