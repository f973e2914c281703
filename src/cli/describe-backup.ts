import type { BackupCounts } from '../store/backup/backup.ts';
import { counted } from './counted.ts';

export function describeBackup({ projects, conversations, files }: BackupCounts): string {
  return [
    counted(projects, 'project', 'projects'),
    counted(conversations, 'conversation', 'conversations'),
    counted(files, 'file', 'files'),
  ].join(', ');
}
