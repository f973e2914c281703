import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writtenLanguage } from './written-language.ts';

const german =
  'Mit dem Befehl wird die Konfiguration gelesen. Wenn die Datei nicht da ist, legt das Programm sie an und schreibt in ihr, ' +
  'was es von dem Rechner weiß. Danach ist der Server zu starten, und er hört auf dem Port, der in der Datei steht.';
const spanish =
  'El comando lee la configuración del archivo. Si no está en la carpeta, el programa lo crea con lo que sabe de la máquina. ' +
  'Después hay que iniciar el servidor, que escucha en el puerto que se indica en el archivo o en la línea de comandos.';
const english =
  'The command reads the configuration. If the file is not there, the program makes it and writes what it knows of the ' +
  'machine. After that the server can be started, and it listens on the port that is in the file.';
const languageOf = (...texts: string[]) => writtenLanguage(texts.map((text) => ({ text })));

test('a page is written in the language of its small words, whatever its code', () => {
  assert.equal(languageOf(german), 'de');
  assert.equal(languageOf(spanish), 'es');
  assert.equal(languageOf(`\`\`\`ts\n// ${english}\n\`\`\`\n\n${german}`), 'de');
  assert.equal(languageOf(...german.split('. ')), 'de');
});

test('a page is in the language of its script, and in Japanese where it has more than Chinese characters', () => {
  assert.equal(languageOf('設定ファイルを読み込むコマンドです。ファイルがないときは作ります。'), 'ja');
  assert.equal(languageOf('此命令读取配置文件。如果文件不存在，程序会创建一个新文件。'), 'zh');
  assert.equal(languageOf('이 명령은 설정 파일을 읽습니다. 파일이 없으면 새로 만듭니다.'), 'ko');
  assert.equal(languageOf(`${english} The word 設定 is Japanese.`), null);
});

test('English is not named, nor what few words, names or two languages leave open', () => {
  assert.equal(languageOf(english), null);
  for (const few of ['Die Datei ist da.', 'English | 中文', '']) assert.equal(languageOf(few), null);
  assert.equal(languageOf('grn_ii grn_ctx grn_obj grn_id int unsigned void const char '.repeat(9)), null);
  assert.equal(languageOf(english, german), null);
});
