import type { BackupCounts } from '../store/backup/backup.ts';

export function describeBackup({ projects, conversations, files }: BackupCounts): string {
  return [
    counted(projects, 'project', 'projects'),
    counted(conversations, 'conversation', 'conversations'),
    counted(files, 'file', 'files'),
  ].join(', ');
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
