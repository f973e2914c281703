import { jobQueueContract } from '../../test/contract/job-queue.ts';
import { createInProcessQueue } from './in-process-queue.ts';

jobQueueContract('The in-process queue', async () => createInProcessQueue());
