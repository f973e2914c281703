import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docfxReference } from './references.ts';

test('a uid leads to an API of Microsoft, to one of the site, or to a page', () => {
  const addresses: Record<string, string> = {
    'System.String': 'https://learn.microsoft.com/dotnet/api/system.string',
    'System.String.Format%2A': 'https://learn.microsoft.com/dotnet/api/system.string.format',
    'System.Uri.%23ctor(System.String)': 'https://learn.microsoft.com/dotnet/api/system.uri.-ctor',
    'System.Collections.Generic.List`1':
      'https://learn.microsoft.com/dotnet/api/system.collections.generic.list-1',
    'System.Array.Sort``1': 'https://learn.microsoft.com/dotnet/api/system.array.sort',
    'Microsoft.PowerShell.Core.Get-Help':
      'https://learn.microsoft.com/powershell/module/microsoft.powershell.core/get-help',
    'Tool.Thing': '/api/Tool.Thing.html',
    'guide/one?displayProperty=fullName#parts': '/xref:guide/one#parts',
    'guide/one?displayProperty=fullName': '/xref:guide/one',
    'guide%2Fone#a': '/xref:guide/one#a',
  };
  for (const [uid, address] of Object.entries(addresses))
    assert.equal(docfxReference(uid, '/xref:'), address, uid);
});
