import { foldText } from './fold-text.ts';

/**
 * English words that docs have, with those for them in German, Spanish, French, Portuguese, Japanese and Chinese: first those that
 * questions begin with, then those of computing. Words that English shares (`Server`, `configuración`) need no line.
 */
const lines = `
how_to | wie | como | comment | como | どうすれば どうやって どのように 方法 やり方 手順 | 如何 怎么 怎样 怎麼
what_is | was | que cual | quoi qu quel quelle | que qual | とは 何ですか どんな | 什么是 是什么 什么
why | warum wieso weshalb | porque | pourquoi | porque | なぜ どうして 理由 | 为什么 为何
where | wo wohin | donde | ou | onde | どこ 場所 | 哪里 哪儿
when | wann | cuando | quand | quando | いつ | 什么时候 何时
which | welche welcher welches | cuales | quels quelles | quais | どの どれ | 哪个 哪些
how_many | wieviele wieviel viele | cuantos cuantas cuanto | combien | quantos quantas quanto | いくつ どのくらい | 多少
difference_between | unterschied unterscheiden | diferencia | difference differe | diferenca | 違い | 区别 差异 不同
and | und | y | et | e | と | 和 与
or | oder | u | ou | ou | または | 或 还是
default | standard standardmassig voreinstellung voreingestellt | predeterminado predeterminada defecto | defaut | padrao | デフォルト 既定 初期値 | 默认 缺省
can | kann konnen | puedo puede podemos | puis peut peux pouvons | posso pode podemos | できますか できる | 可以 能否 能
add | hinzufugen hinzu fugen anlegen erganzen | anadir agregar anado agrego | ajouter ajoute | adicionar adiciono acrescentar | 追加 | 添加 增加 新增
create | erstellen erstelle anlegen erzeugen erzeuge | crear creo | creer cree | criar crio | 作成 作る | 创建 新建 建立
remove delete | loschen losche entfernen entferne | eliminar borrar elimino quitar borro | supprimer supprime retirer enlever | remover excluir apagar removo | 削除 消す | 删除 移除 去掉
change | andern andere wechseln wechsle umstellen | cambiar cambio modificar modifico | changer change modifier modifie | mudar alterar altero mudo modificar | 変更 変える 変え | 更改 修改 改变 更换
use | benutzen verwenden verwende benutze nutzen nutze einsetzen | usar utilizar uso utilizo | utiliser utilise employer | usar utilizar uso utilizo | 使う 使用 利用 使い方 使え | 使用 利用
install | installieren installiere | instalar instalo | installer installe | instalar instalo | インストール | 安装
update upgrade | aktualisieren aktualisiere aktualisierung | actualizar actualizo actualizacion | actualiser jour mettre maj | atualizar atualizo atualizacao | 更新 アップデート アップグレード | 更新 升级
configure configuration | konfigurieren konfiguriere einrichten richte konfiguration | configurar configuro | configurer configure | configurar configuro configuracao | 設定 構成 | 配置 设置
settings options | einstellung einstellungen optionen | ajustes opciones | parametres reglages | opcoes ajustes | オプション | 选项 设定
set | setzen setze festlegen stellen | establecer definir establezco defino fijar | definir definis regler | definir defino | 指定 | 设为 指定
enable | aktivieren aktiviere einschalten schalte anschalten | activar habilitar activo habilito | activer active | habilitar ativar ativo habilito | 有効 | 启用 开启 打开
disable | deaktivieren deaktiviere ausschalten abschalten abstellen | desactivar deshabilitar desactivo | desactiver desactive | desabilitar desativar desativo | 無効 | 禁用 关闭 停用
run | ausfuhren fuhre laufen starten | ejecutar ejecuto correr | executer execute lancer lance | executar executo rodar | 実行 動かす | 运行 执行
start | starten starte beginnen anfangen | iniciar empezar inicio arrancar | demarrer demarre commencer lancer | iniciar comecar inicio | 起動 開始 始め | 启动 开始
stop | stoppen anhalten beenden stoppe | detener parar detengo | arreter arrete stopper | parar interromper | 停止 止める | 停止
restart | neustarten neustart neu | reiniciar reinicio | redemarrer redemarre | reiniciar reinicio | 再起動 | 重启 重新启动
show display list | anzeigen zeigen zeige anzeige auflisten | mostrar muestro listar ver | afficher affiche montrer lister voir | mostrar exibir listar mostro | 表示 見る 一覧 | 显示 查看 列出
hide | verstecken ausblenden verbergen verstecke | ocultar oculto esconder | masquer cacher masque cache | ocultar esconder | 非表示 隠す | 隐藏
write | schreiben schreibe | escribir escribo | ecrire ecris | escrever escrevo | 書く 書き | 编写 写入 写
read | lesen lese einlesen auslesen | leer leo | lire lis | ler leio | 読む 読み込む 読み取る 読み込み | 读取 读
open | offnen offne | abrir abro | ouvrir ouvre | abrir abro | 開く | 打开
close | schliessen schliesse | cerrar cierro | fermer ferme | fechar fecho | 閉じる | 关闭
save | speichern speichere sichern | guardar guardo | enregistrer sauvegarder enregistre | salvar guardar salvo | 保存 | 保存
load | laden lade | cargar cargo | charger charge | carregar carrego | 読み込む ロード | 加载
copy | kopieren kopiere | copiar copio | copier copie | copiar copio | コピー | 复制 拷贝
move | verschieben verschiebe bewegen | mover muevo | deplacer deplace | mover movo | 移動 | 移动
rename | umbenennen benenne | renombrar renombro | renommer renomme | renomear renomeio | 名前を変更 | 重命名
find search | suchen suche finden finde durchsuchen | buscar encontrar busco encuentro | chercher trouver rechercher recherche cherche | buscar procurar encontrar busco | 検索 探す 見つける | 搜索 查找 查询
filter | filtern filtere | filtrar filtro | filtrer filtre | filtrar filtro | フィルター 絞り込む | 过滤 筛选
sort order | sortieren sortiere sortierung reihenfolge | ordenar ordeno orden | trier trie ordre | ordenar ordeno ordem | 並べ替え ソート 順序 | 排序 顺序
loop iterate | durchlaufen schleife iterieren | recorrer iterar recorro bucle | parcourir boucle iterer | percorrer iterar laco | 繰り返す ループ 反復 | 遍历 循环 迭代
insert | einfugen einbinden binde | insertar inserto | inserer insere | inserir insiro | 挿入 | 插入
replace | ersetzen ersetze | reemplazar sustituir reemplazo | remplacer remplace | substituir trocar | 置換 置き換える | 替换
override overwrite | uberschreiben uberschreibe | sobrescribir anular | remplacer ecraser surcharger | sobrescrever substituir | 上書き オーバーライド | 覆盖 重写
reset | zurucksetzen | restablecer reiniciar restablezco | reinitialiser reinitialise | redefinir reiniciar resetar | リセット 初期化 | 重置
restore | wiederherstellen wiederherstellung | restaurar restauro recuperar | restaurer restaure | restaurar restauro | 復元 リストア | 恢复 还原
back_up backup | sichern sicherung datensicherung | respaldar respaldo copia | sauvegarder sauvegarde | backup copia | バックアップ | 备份
undo revert roll_back | ruckgangig zurucknehmen zuruckrollen | deshacer revertir deshago | annuler annule revenir | desfazer reverter | 元に戻す 取り消す ロールバック | 撤销 回滚
send | senden sende schicken verschicken | enviar envio | envoyer envoie | enviar envio | 送信 送る | 发送
receive | empfangen empfange erhalten | recibir recibo | recevoir recois | receber recebo | 受信 受け取る | 接收
share | teilen freigeben teile | compartir comparto | partager partage | compartilhar partilhar | 共有 | 共享 分享
connect connection | verbinden verbinde verbindung | conectar conexion conecto | connecter connexion connecte | conectar conexao conecto | 接続 | 连接
download | herunterladen lade | descargar descargo | telecharger telecharge | baixar descarregar | ダウンロード | 下载
upload | hochladen | subir subo cargar | televerser envoyer | enviar carregar | アップロード | 上传
import | importieren importiere einbinden | importar importo | importer importe | importar importo | インポート 取り込む | 导入 引入
export | exportieren exportiere | exportar exporto | exporter exporte | exportar exporto | エクスポート 書き出す | 导出
build | bauen baue | construir compilar construyo | construire compiler construis | construir compilar | ビルド 構築 | 构建 编译
deploy publish | veroffentlichen bereitstellen veroffentliche | publicar desplegar publico despliego | publier deployer publie deploie | publicar implantar publico | デプロイ 公開 | 部署 发布
test | testen teste | probar pruebas prueba pruebo | tester teste essais | testar teste | テスト | 测试
check validate | prufen uberprufen prufe validieren | comprobar verificar validar compruebo valido | verifier controler verifie valider | verificar validar verifico | 確認 検証 チェック | 检查 验证 校验
error | fehler fehlermeldung | errores | erreur | erro | エラー 例外 | 错误 报错 异常
fix solve | beheben behebe losen | arreglar solucionar resolver arreglo | corriger resoudre corrige | corrigir resolver | 直す 解決 対処 | 修复 解决
fail | fehlschlagen scheitern fehlgeschlagen | fallar falla | echouer echoue | falhar falha | 失敗 | 失败
exclude ignore | ausschliessen ignorieren ausschliesse ignoriere | excluir ignorar excluyo | exclure ignorer exclus | excluir ignorar | 除外 無視 | 排除 忽略
include | einbinden einschliessen | incluir incluyo | inclure inclus | incluir incluo | 含める 組み込む インクルード | 包含 包括
allow | erlauben zulassen erlaube | permitir permito | autoriser permettre | permitir permito | 許可 | 允许
prevent block | verhindern blockieren sperren | evitar impedir bloquear | empecher eviter bloquer | impedir evitar bloquear | 防ぐ 禁止 | 阻止 防止 禁止
limit | begrenzen grenze beschranken begrenzung limitieren | limitar limite | limiter limite | limitar limite | 制限 上限 | 限制 上限
require | benotigen brauchen erforderlich | requerir necesitar requiere necesito | exiger necessiter requis | exigir precisar | 必要 必須 | 需要 必须
file | datei dateien | archivo archivos fichero ficheros | fichier fichiers | arquivo arquivos ficheiro | ファイル | 文件 档案
folder directory | ordner verzeichnis verzeichnisse | carpeta carpetas directorio directorios | dossier dossiers repertoire repertoires | pasta pastas diretorio | フォルダ フォルダー ディレクトリ | 文件夹 目录
path | pfad pfade | ruta rutas | chemin chemins | caminho caminhos | パス | 路径
line row | zeile zeilen | linea lineas fila filas | ligne lignes | linha linhas | 行 | 行
column | spalte spalten | columna columnas | colonne colonnes | coluna colunas | 列 | 列
table | tabelle tabellen | tabla tablas | tableau tableaux | tabela tabelas | テーブル 表 | 表格 数据表
contents | inhalt inhaltsverzeichnis | contenido contenidos | matieres contenu | conteudo sumario | 目次 内容 | 内容 目录
database | datenbank datenbanken | base datos | base donnees bdd | banco dados | データベース | 数据库
data | daten | datos | donnees donnee | dados | データ | 数据
query | abfrage abfragen | consulta consultas | requete requetes | consulta consultas | クエリ | 查询
request | anfrage anfragen | solicitud peticion peticiones | requete requetes demande | requisicao pedido solicitacao | リクエスト 要求 | 请求
response answer | antwort antworten | respuesta respuestas | reponse reponses | resposta respostas | レスポンス 応答 | 响应 回复
server | servern | servidor servidores | serveur serveurs | servidor servidores | サーバー サーバ | 服务器 服务端
client | klient | cliente clientes | client clients | cliente clientes | クライアント | 客户端
user | benutzer nutzer anwender | usuario usuarios | utilisateur utilisateurs | usuario usuarios utilizador | ユーザー 利用者 | 用户
password | passwort kennwort | contrasena contrasenas clave | passe | senha senhas | パスワード | 密码 口令
name | namen benennen | nombre nombres | nom noms | nome nomes | 名前 | 名称 名字 命名
key | schlussel taste | clave claves llave | cle cles touche | chave chaves tecla | キー 鍵 | 密钥 键
value | wert werte | valor valores | valeur valeurs | valor valores | 値 | 值
variable | variablen | variables | variables | variavel variaveis | 変数 | 变量
environment | umgebung umgebungs | entorno | environnement | ambiente | 環境 | 环境
field | feld felder | campo campos | champ champs | campo campos | フィールド 項目 | 字段
object | objekt objekte | objeto objetos | objet objets | objeto objetos | オブジェクト | 对象
type | typ typen | tipo tipos | type types | tipo tipos | 型 タイプ | 类型
function | funktion funktionen | funcion funciones | fonction fonctions | funcao funcoes | 関数 機能 | 函数 功能
class | klasse klassen | clase clases | classe classes | classe classes | クラス | 类
schema | schemata | esquema esquemas | schema schemas | esquema esquemas | スキーマ | 模式
string text | zeichenkette text texte | cadena texto textos | chaine texte | texto cadeia | 文字列 テキスト | 字符串 文本
number | zahl zahlen nummer anzahl | numero numeros | nombre numero | numero numeros | 数 番号 | 数字 数量
date time | datum zeit uhrzeit | fecha hora tiempo | date heure temps | data hora tempo | 日付 時刻 時間 | 日期 时间
page | seite seiten | pagina paginas | page pages | pagina paginas | ページ | 页面
link | verknupfung verweis | enlace enlaces vinculo | lien liens | ligacao links | リンク | 链接
image picture | bild bilder | imagen imagenes | image images | imagem imagens | 画像 イメージ | 图片 图像
color | farbe farben | color colores | couleur couleurs | cor cores | 色 カラー | 颜色
button | schaltflache knopf | boton botones | bouton boutons | botao botoes | ボタン | 按钮
window | fenster | ventana ventanas | fenetre fenetres | janela janelas | ウィンドウ | 窗口
command | befehl befehle kommando | comando comandos orden | commande commandes | comando comandos | コマンド | 命令
command_line | kommandozeile befehlszeile | terminal consola | terminal console | terminal | コマンドライン | 命令行
log | protokoll protokollieren | registro registros | journal journaux | registro registros | ログ | 日志
package | paket pakete pakets | paquete paquetes | paquet paquets | pacote pacotes | パッケージ | 包 软件包
dependency | abhangigkeit abhangigkeiten | dependencia dependencias | dependance dependances | dependencia dependencias | 依存関係 依存 | 依赖
source | quelle quellen | fuente fuentes origen | source sources | fonte origem | ソース | 源
branch | zweig zweige | rama ramas | branche branches | ramo ramos | ブランチ | 分支
version | versionen | versiones | versions | versao versoes | バージョン | 版本
language | sprache sprachen | idioma idiomas lengua | langue langues langage | idioma idiomas lingua | 言語 | 语言
translate | ubersetzen ubersetze ubersetzung | traducir traduccion traduzco | traduire traduction | traduzir traducao | 翻訳 | 翻译
template | vorlage vorlagen | plantilla plantillas | modele modeles gabarit | modelo modelos | テンプレート | 模板
theme | thema themen design | tema temas | theme themes | tema temas | テーマ | 主题
plugin | erweiterung erweiterungen | complemento extension extensiones | greffon extension extensions | extensao extensoes complemento | プラグイン 拡張 | 插件 扩展
network | netzwerk netz | red redes | reseau reseaux | rede redes | ネットワーク | 网络
firewall | brandmauer | cortafuegos | pare-feu parefeu | firewall | ファイアウォール | 防火墙
port | anschluss | puerto puertos | port ports | porta portas | ポート | 端口
address | adresse adressen | direccion direcciones | adresse adresses | endereco enderecos | アドレス | 地址
proxy | stellvertreter | proxy | mandataire | proxy | プロキシ | 代理
certificate | zertifikat zertifikate | certificado certificados | certificat certificats | certificado certificados | 証明書 | 证书
encrypt encryption | verschlusseln verschlussele verschlusselung | cifrar encriptar cifrado | chiffrer crypter chiffrement chiffre | criptografar cifrar criptografia | 暗号化 | 加密
authentication login | anmelden anmeldung authentifizierung anmelde | autenticar autenticacion sesion | authentifier authentification connexion | autenticar autenticacao | 認証 ログイン | 认证 登录 身份验证
permission | berechtigung berechtigungen rechte | permiso permisos | permission droits | permissao permissoes | 権限 | 权限
cache | zwischenspeicher | cache | cache | cache | キャッシュ | 缓存
memory | speicher arbeitsspeicher | memoria | memoire | memoria | メモリ | 内存
container | behalter | contenedor contenedores | conteneur conteneurs | conteiner | コンテナ | 容器
cluster | verbund | cluster | grappe | cluster | クラスター クラスタ | 集群
static | statisch statische | estatico estaticos estaticas | statique statiques | estatico estaticos | 静的 | 静态
local | lokal lokale lokalen | local locales | local locaux locale | local locais | ローカル | 本地
global | globale globalen | global globales | global globale | global globais | グローバル | 全局
private | privat private privaten | privado privada | prive privee | privado privada | プライベート 非公開 | 私有
public | offentlich offentliche | publico publica | public publique | publico publica | 公開 パブリック | 公共 公开
automatically | automatisch | automaticamente | automatiquement | automaticamente | 自動 自動的 | 自动
multiple several | mehrere mehreren mehrerer | varios varias multiples | plusieurs | varios varias multiplos | 複数 | 多个 多
single only one | einzelnen einzelne einziger nur | solo unico unica | seul seule uniquement | apenas unico unica | 単一 一つ | 单个 仅 只
empty blank | leer leere | vacio vacia | vide vides | vazio vazia | 空 空白 | 空
new | neu neue neuen neues | nuevo nueva | nouveau nouvelle | novo nova | 新しい 新規 | 新
old | alt alte alten | viejo antiguo antigua | ancien ancienne vieux | antigo antiga velho | 古い | 旧
faster speed performance | schneller geschwindigkeit leistung | rapido velocidad rendimiento | rapide vitesse performances | rapido velocidade desempenho | 高速 速度 性能 | 加速 速度 性能
state status | zustand status | estado estados | etat etats | estado estados | 状態 ステート | 状态
event | ereignis ereignisse | evento eventos | evenement evenements | evento eventos | イベント | 事件
message | nachricht nachrichten meldung | mensaje mensajes | message messages | mensagem mensagens | メッセージ | 消息 信息
component | komponente komponenten | componente componentes | composant composants | componente componentes | コンポーネント | 组件
sidebar | seitenleiste | lateral | laterale | lateral | サイドバー | 侧边栏
application | anwendung anwendungen | aplicacion aplicaciones | application applications | aplicacao aplicativo | アプリ アプリケーション | 应用 程序
website site | webseite website | sitio web | site | site | サイト ウェブサイト | 网站 站点
example | beispiel beispiele | ejemplo ejemplos | exemple exemples | exemplo exemplos | 例 | 示例 例子
group | gruppe gruppen | grupo grupos | groupe groupes | grupo grupos | グループ | 组 分组
parameter argument | argumente ubergeben | parametro parametros argumento | parametre parametres argument | parametro parametros argumento | パラメータ パラメーター 引数 | 参数
async | asynchron asynchrone | asincrono asincrona | asynchrone asynchrones | assincrono assincrona | 非同期 | 异步
parallel | gleichzeitig | paralelo simultaneo | parallele simultanement | paralelo simultaneo | 並列 同時 | 并行 并发
schedule | planen zeitplan | programar planificar | planifier programmer | agendar programar | スケジュール 定期 | 定时 计划
code | quelltext quellcode | codigo | code | codigo | コード | 代码
highlight | hervorheben hervorhebung | resaltar resaltado | surligner coloration | destacar realce | ハイライト 強調 | 高亮
patch | flicken | parchear parche parcheo | correctif corriger | corrigir remendo | パッチ | 补丁 打补丁
serve | ausliefern bereitstellen | servir sirvo | servir sers | servir sirvo | 配信 | 提供
clear clean | leeren leere bereinigen | limpiar vaciar limpio vacio | vider vide nettoyer nettoie | limpar esvaziar limpo | クリア 消去 | 清空 清除 清理
support | unterstutzen unterstutze unterstutzt | soportar admitir soporta | prendre supporte | suportar suporta | 対応 サポート | 支持
skip | uberspringen auslassen | omitir omito saltar | ignorer passer sauter | pular ignorar omitir | スキップ 飛ばす | 跳过
access reach | zugreifen erreichen zugriff erreichbar | acceder accedo acceso accesible | acceder acces accessible | acessar acesso acessivel | アクセス | 访问
wait | warten warte | esperar espero | attendre attend | esperar aguardar | 待つ 待機 | 等待
interrupt cancel | abbrechen unterbrechen abgebrochen unterbrochen | cancelar interrumpir | annuler interrompre interrompu | cancelar interromper interrompido | 中断 キャンセル | 取消 中断
repair | reparieren reparatur | reparar reparo | reparer repare | reparar consertar | 修復 | 修复 修理
damaged corrupt | beschadigt kaputt defekt | danado corrupto | endommage corrompu | danificado corrompido | 破損 壊れ | 损坏
uninstall | deinstallieren deinstalliere | desinstalar desinstalo | desinstaller desinstalle | desinstalar desinstalo | アンインストール | 卸载
develop development | entwickeln entwicklung entwicklungs | desarrollar desarrollo | developper developpement | desenvolver desenvolvimento | 開発 | 开发
production | produktion produktiv | produccion | production | producao | 本番 | 生产
machine computer | rechner computer maschine | equipo maquina maquinas ordenador computadora | machine machines ordinateur | maquina maquinas computador | マシン パソコン | 机器 电脑 计算机
browser | browsern | navegador navegadores | navigateur navigateurs | navegador navegadores | ブラウザ ブラウザー | 浏览器
library | bibliothek bibliotheken | biblioteca bibliotecas libreria | bibliotheque bibliotheques | biblioteca bibliotecas | ライブラリ | 库
repository | depot | repositorio repositorios | depot depots | repositorio repositorios | リポジトリ | 仓库 存储库
alias | pseudonym | alias | alias | alias | エイリアス 別名 | 别名
output | ausgabe ausgeben | salida | sortie | saida | 出力 | 输出
input | eingabe | entrada entradas | saisie | entrada | 入力 | 输入
size | grosse gross | tamano | taille | tamanho | サイズ 大きさ | 大小
large bigger | grosser | grande grandes mayor | grand gros grande | grande grandes maior | 大きい | 大
part | teil teile | parte partes | partie parties | parte partes | 一部 部分 | 部分
index | index | indice | index | indice | インデックス 索引 | 索引
completion | vervollstandigung | autocompletado completado | completion autocompletion | autocompletar | 補完 | 补全
script | skript skripte | script | script | script | スクリプト | 脚本
list array | liste listen | lista listas | liste listes | lista listas | リスト 配列 | 列表 数组
format | formatieren formatierung | formatear formato | formater | formatar formato | 形式 フォーマット | 格式
convert | umwandeln konvertieren wandle | convertir convierto | convertir convertis | converter converto | 変換 | 转换
compare | vergleichen vergleich | comparar | comparer | comparar | 比較 | 比较
wrong invalid | falsch ungultig | incorrecto invalido | invalide incorrect faux | errado invalido incorreto | 無効な 間違 | 无效 错误的
redirect | umleiten weiterleiten umleitung | redirigir redireccion | rediriger redirection | redirecionar | リダイレクト | 重定向
deprecated | veraltet | obsoleto | obsolete deprecie | obsoleto | 非推奨 | 弃用 废弃
`;
const rows = lines
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.split(' ')));

/** The languages of the columns after the English one. */
const languages = ['de', 'es', 'fr', 'pt', 'ja', 'zh'];
/** The first rows are what questions begin with. */
const openings = 8;

export type Entry = { english: readonly string[]; isOpening: boolean };

const read = new Map<string, ReadonlyMap<string, Entry>>();

/** What words of a language are in English, by the words without accents; null for a language without a column. */
export function glossaryOf(language: string): ReadonlyMap<string, Entry> | null {
  const column = languages.indexOf(language) + 1;
  if (column === 0) return null;
  const known = read.get(language);
  if (known !== undefined) return known;
  const entries = new Map<string, Entry>();
  for (const [nth, row] of rows.entries()) {
    const english = row[0]!.map((word) => word.replaceAll('_', ' '));
    for (const word of row[column]!)
      if (!entries.has(foldText(word))) entries.set(foldText(word), { english, isOpening: nth < openings });
  }
  read.set(language, entries);
  return entries;
}
