import { foldText } from './fold-text.ts';

/**
 * English words that docs have, with those for them in German, Spanish, French, Portuguese, Japanese, Chinese, Italian,
 * Russian and Korean: first those that
 * questions begin with, then those of computing. Words that English shares (`Server`, `configuración`) need no line.
 */
const lines = `
how_to | wie | como | comment | como | どうすれば どうやって どのように 方法 やり方 手順 | 如何 怎么 怎样 怎麼 | come | как | 어떻게 방법 하려면
what_is | was | que cual | quoi qu quel quelle | que qual | とは 何ですか どんな | 什么是 是什么 什么 | cosa che quale | что какой какая какое | 무엇 뭐 무슨
why | warum wieso weshalb | porque | pourquoi | porque | なぜ どうして 理由 | 为什么 为何 | perche | почему зачем | 왜 이유
where | wo wohin | donde | ou | onde | どこ 場所 | 哪里 哪儿 | dove | где куда | 어디
when | wann | cuando | quand | quando | いつ | 什么时候 何时 | quando | когда | 언제
which | welche welcher welches | cuales | quels quelles | quais | どの どれ | 哪个 哪些 | quali | какие какую | 어느 어떤
how_many | wieviele wieviel viele | cuantos cuantas cuanto | combien | quantos quantas quanto | いくつ どのくらい | 多少 | quanti quante quanto | сколько | 얼마나
difference_between | unterschied unterscheiden | diferencia | difference differe | diferenca | 違い | 区别 差异 不同 | differenza differenze | разница отличие отличается отличаются | 차이
and | und | y | et | e | と | 和 与 | e | и | 그리고
or | oder | u | ou | ou | または | 或 还是 | o oppure | или | 또는
default | standard standardmassig voreinstellung voreingestellt | predeterminado predeterminada defecto | defaut | padrao | デフォルト 既定 初期値 | 默认 缺省 | predefinito predefinita | умолчанию | 기본 기본값
can | kann konnen | puedo puede podemos | puis peut peux pouvons | posso pode podemos | できますか できる | 可以 能否 能 | posso puo possiamo | можно могу может | 수있
add | hinzufugen hinzu fugen anlegen erganzen | anadir agregar anado agrego | ajouter ajoute | adicionar adiciono acrescentar | 追加 | 添加 增加 新增 | aggiungere aggiungo | добавить добавлять | 추가
create | erstellen erstelle anlegen erzeugen erzeuge | crear creo | creer cree | criar crio | 作成 作る | 创建 新建 建立 | creare creo | создать создавать | 생성 만들
remove delete | loschen losche entfernen entferne | eliminar borrar elimino quitar borro | supprimer supprime retirer enlever | remover excluir apagar removo | 削除 消す | 删除 移除 去掉 | rimuovere eliminare cancellare rimuovo | удалить удалять убрать | 삭제 제거
change | andern andere wechseln wechsle umstellen | cambiar cambio modificar modifico | changer change modifier modifie | mudar alterar altero mudo modificar | 変更 変える 変え | 更改 修改 改变 更换 | cambiare modificare cambio | изменить менять поменять | 변경 바꾸
use | benutzen verwenden verwende benutze nutzen nutze einsetzen | usar utilizar uso utilizo | utiliser utilise employer | usar utilizar uso utilizo | 使う 使用 利用 使い方 使え | 使用 利用 | usare utilizzare uso | использовать использую пользоваться | 사용
install | installieren installiere | instalar instalo | installer installe | instalar instalo | インストール | 安装 | installare installo | установить установка устанавливать | 설치
update upgrade | aktualisieren aktualisiere aktualisierung | actualizar actualizo actualizacion | actualiser jour mettre maj | atualizar atualizo atualizacao | 更新 アップデート アップグレード | 更新 升级 | aggiornare aggiorno aggiornamento | обновить обновление обновлять | 업데이트 업그레이드
configure configuration | konfigurieren konfiguriere einrichten richte konfiguration | configurar configuro | configurer configure | configurar configuro configuracao | 設定 構成 | 配置 设置 | configurare configuro configurazione impostare | настроить настройка конфигурация | 설정 구성
settings options | einstellung einstellungen optionen | ajustes opciones | parametres reglages | opcoes ajustes | オプション | 选项 设定 | impostazioni opzioni | настройки параметры опции | 옵션
set | setzen setze festlegen stellen | establecer definir establezco defino fijar | definir definis regler | definir defino | 指定 | 设为 指定 | impostare definire imposto | задать указать | 지정
enable | aktivieren aktiviere einschalten schalte anschalten | activar habilitar activo habilito | activer active | habilitar ativar ativo habilito | 有効 | 启用 开启 打开 | abilitare attivare abilito | включить включать | 활성화 켜
disable | deaktivieren deaktiviere ausschalten abschalten abstellen | desactivar deshabilitar desactivo | desactiver desactive | desabilitar desativar desativo | 無効 | 禁用 关闭 停用 | disabilitare disattivare disabilito | отключить выключить | 비활성화 끄
run | ausfuhren fuhre laufen starten | ejecutar ejecuto correr | executer execute lancer lance | executar executo rodar | 実行 動かす | 运行 执行 | eseguire eseguo lanciare | запустить выполнить запускать | 실행
start | starten starte beginnen anfangen | iniciar empezar inicio arrancar | demarrer demarre commencer lancer | iniciar comecar inicio | 起動 開始 始め | 启动 开始 | avviare iniziare avvio | запустить начать | 시작
stop | stoppen anhalten beenden stoppe | detener parar detengo | arreter arrete stopper | parar interromper | 停止 止める | 停止 | fermare arrestare fermo | остановить | 중지 멈추
restart | neustarten neustart neu | reiniciar reinicio | redemarrer redemarre | reiniciar reinicio | 再起動 | 重启 重新启动 | riavviare riavvio | перезапустить | 재시작
show display list | anzeigen zeigen zeige anzeige auflisten | mostrar muestro listar ver | afficher affiche montrer lister voir | mostrar exibir listar mostro | 表示 見る 一覧 | 显示 查看 列出 | mostrare visualizzare elencare mostro | показать отобразить посмотреть | 표시 보여
hide | verstecken ausblenden verbergen verstecke | ocultar oculto esconder | masquer cacher masque cache | ocultar esconder | 非表示 隠す | 隐藏 | nascondere nascondo | скрыть спрятать | 숨기
write | schreiben schreibe | escribir escribo | ecrire ecris | escrever escrevo | 書く 書き | 编写 写入 写 | scrivere scrivo | написать писать записать | 작성 쓰기
read | lesen lese einlesen auslesen | leer leo | lire lis | ler leio | 読む 読み込む 読み取る 読み込み | 读取 读 | leggere leggo | прочитать читать | 읽
open | offnen offne | abrir abro | ouvrir ouvre | abrir abro | 開く | 打开 | aprire apro | открыть | 열기
close | schliessen schliesse | cerrar cierro | fermer ferme | fechar fecho | 閉じる | 关闭 | chiudere chiudo | закрыть | 닫
save | speichern speichere sichern | guardar guardo | enregistrer sauvegarder enregistre | salvar guardar salvo | 保存 | 保存 | salvare salvo | сохранить сохранять | 저장
load | laden lade | cargar cargo | charger charge | carregar carrego | 読み込む ロード | 加载 | caricare carico | загрузить | 로드 불러오
copy | kopieren kopiere | copiar copio | copier copie | copiar copio | コピー | 复制 拷贝 | copiare copio | копировать скопировать | 복사
move | verschieben verschiebe bewegen | mover muevo | deplacer deplace | mover movo | 移動 | 移动 | spostare sposto | переместить перенести | 이동
rename | umbenennen benenne | renombrar renombro | renommer renomme | renomear renomeio | 名前を変更 | 重命名 | rinominare rinomino | переименовать | 이름변경
find search | suchen suche finden finde durchsuchen | buscar encontrar busco encuentro | chercher trouver rechercher recherche cherche | buscar procurar encontrar busco | 検索 探す 見つける | 搜索 查找 查询 | cercare trovare cerco | найти искать поиск | 검색 찾
filter | filtern filtere | filtrar filtro | filtrer filtre | filtrar filtro | フィルター 絞り込む | 过滤 筛选 | filtrare filtro | фильтровать отфильтровать фильтр | 필터
sort order | sortieren sortiere sortierung reihenfolge | ordenar ordeno orden | trier trie ordre | ordenar ordeno ordem | 並べ替え ソート 順序 | 排序 顺序 | ordinare ordine ordino | сортировать сортировка порядок | 정렬 순서
loop iterate | durchlaufen schleife iterieren | recorrer iterar recorro bucle | parcourir boucle iterer | percorrer iterar laco | 繰り返す ループ 反復 | 遍历 循环 迭代 | iterare scorrere ciclo | перебрать цикл | 반복
insert | einfugen einbinden binde | insertar inserto | inserer insere | inserir insiro | 挿入 | 插入 | inserire inserisco | вставить | 삽입
replace | ersetzen ersetze | reemplazar sustituir reemplazo | remplacer remplace | substituir trocar | 置換 置き換える | 替换 | sostituire sostituisco | заменить | 교체 대체
override overwrite | uberschreiben uberschreibe | sobrescribir anular | remplacer ecraser surcharger | sobrescrever substituir | 上書き オーバーライド | 覆盖 重写 | sovrascrivere sovrascrivo | переопределить перезаписать | 덮어쓰 재정의
reset | zurucksetzen | restablecer reiniciar restablezco | reinitialiser reinitialise | redefinir reiniciar resetar | リセット 初期化 | 重置 | reimpostare azzerare ripristinare | сбросить | 초기화 재설정
restore | wiederherstellen wiederherstellung | restaurar restauro recuperar | restaurer restaure | restaurar restauro | 復元 リストア | 恢复 还原 | ripristinare ripristino | восстановить восстановление | 복원 복구
back_up backup | sichern sicherung datensicherung | respaldar respaldo copia | sauvegarder sauvegarde | backup copia | バックアップ | 备份 | salvataggio | резервная резервную резервное копия | 백업
undo revert roll_back | ruckgangig zurucknehmen zuruckrollen | deshacer revertir deshago | annuler annule revenir | desfazer reverter | 元に戻す 取り消す ロールバック | 撤销 回滚 | annullare | откатить отменить | 되돌리 롤백
send | senden sende schicken verschicken | enviar envio | envoyer envoie | enviar envio | 送信 送る | 发送 | inviare mandare invio | отправить послать | 전송 보내
receive | empfangen empfange erhalten | recibir recibo | recevoir recois | receber recebo | 受信 受け取る | 接收 | ricevere ricevo | получить принять | 수신 받
share | teilen freigeben teile | compartir comparto | partager partage | compartilhar partilhar | 共有 | 共享 分享 | condividere condivido | поделиться общий | 공유
connect connection | verbinden verbinde verbindung | conectar conexion conecto | connecter connexion connecte | conectar conexao conecto | 接続 | 连接 | collegare connettere connessione | подключить подключиться соединение подключение | 연결 접속
download | herunterladen lade | descargar descargo | telecharger telecharge | baixar descarregar | ダウンロード | 下载 | scaricare scarico | скачать | 다운로드
upload | hochladen | subir subo cargar | televerser envoyer | enviar carregar | アップロード | 上传 | caricare | загрузить закачать | 업로드
import | importieren importiere einbinden | importar importo | importer importe | importar importo | インポート 取り込む | 导入 引入 | importare importo | импортировать импорт | 가져오
export | exportieren exportiere | exportar exporto | exporter exporte | exportar exporto | エクスポート 書き出す | 导出 | esportare esporto | экспортировать экспорт | 내보내
build | bauen baue | construir compilar construyo | construire compiler construis | construir compilar | ビルド 構築 | 构建 编译 | costruire compilare | собрать сборка | 빌드
deploy publish | veroffentlichen bereitstellen veroffentliche | publicar desplegar publico despliego | publier deployer publie deploie | publicar implantar publico | デプロイ 公開 | 部署 发布 | pubblicare distribuire pubblico | развернуть опубликовать публиковать | 배포 게시
test | testen teste | probar pruebas prueba pruebo | tester teste essais | testar teste | テスト | 测试 | testare provare | тестировать тест проверить | 테스트
check validate | prufen uberprufen prufe validieren | comprobar verificar validar compruebo valido | verifier controler verifie valider | verificar validar verifico | 確認 検証 チェック バリデーション | 检查 验证 校验 | controllare verificare validare convalidare | проверить проверять проверка валидация | 확인 검증 유효성
error | fehler fehlermeldung | errores | erreur | erro | エラー 例外 | 错误 报错 异常 | errore errori | ошибка ошибки | 오류 에러
fix solve | beheben behebe losen | arreglar solucionar resolver arreglo | corriger resoudre corrige | corrigir resolver | 直す 解決 対処 | 修复 解决 | correggere risolvere | исправить решить | 해결 수정
fail | fehlschlagen scheitern fehlgeschlagen | fallar falla | echouer echoue | falhar falha | 失敗 | 失败 | fallire fallisce | сбой | 실패
exclude ignore | ausschliessen ignorieren ausschliesse ignoriere | excluir ignorar excluyo | exclure ignorer exclus | excluir ignorar | 除外 無視 | 排除 忽略 | escludere ignorare escludo | исключить игнорировать | 제외 무시
include | einbinden einschliessen | incluir incluyo | inclure inclus | incluir incluo | 含める 組み込む インクルード | 包含 包括 | includere includo | включить подключить | 포함
allow | erlauben zulassen erlaube | permitir permito | autoriser permettre | permitir permito | 許可 | 允许 | permettere consentire | разрешить позволить | 허용
prevent block | verhindern blockieren sperren | evitar impedir bloquear | empecher eviter bloquer | impedir evitar bloquear | 防ぐ 禁止 | 阻止 防止 禁止 | impedire bloccare | предотвратить заблокировать запретить | 차단 방지
limit | begrenzen grenze beschranken begrenzung limitieren | limitar limite | limiter limite | limitar limite | 制限 上限 | 限制 上限 | limitare limite limiti | ограничить ограничение лимит | 제한
require | benotigen brauchen erforderlich | requerir necesitar requiere necesito | exiger necessiter requis | exigir precisar | 必要 必須 | 需要 必须 | richiedere necessario richiede | требовать требуется нужно | 필요
file | datei dateien | archivo archivos fichero ficheros | fichier fichiers | arquivo arquivos ficheiro | ファイル | 文件 档案 | file | файл файлы | 파일
folder directory | ordner verzeichnis verzeichnisse | carpeta carpetas directorio directorios | dossier dossiers repertoire repertoires | pasta pastas diretorio | フォルダ フォルダー ディレクトリ | 文件夹 目录 | cartella cartelle | папка каталог директория | 폴더 디렉터리 디렉토리
path | pfad pfade | ruta rutas | chemin chemins | caminho caminhos | パス | 路径 | percorso percorsi | путь пути | 경로
line row | zeile zeilen | linea lineas fila filas | ligne lignes | linha linhas | 行 | 行 | riga righe linea | строка строки | 줄 행
column | spalte spalten | columna columnas | colonne colonnes | coluna colunas | 列 | 列 | colonna colonne | столбец колонка | 열
table | tabelle tabellen | tabla tablas | tableau tableaux | tabela tabelas | テーブル 表 | 表格 数据表 | tabella tabelle | таблица | 테이블 표
contents | inhalt inhaltsverzeichnis | contenido contenidos | matieres contenu | conteudo sumario | 目次 内容 | 内容 目录 | contenuto indice sommario | содержание оглавление | 목차 내용
database | datenbank datenbanken | base datos | base donnees bdd | banco dados | データベース | 数据库 | base dati | база базе базы | 데이터베이스
data | daten | datos | donnees donnee | dados | データ | 数据 | dati | данные данных | 데이터
query | abfrage abfragen | consulta consultas | requete requetes | consulta consultas | クエリ | 查询 | interrogazione | запрос | 쿼리
request | anfrage anfragen | solicitud peticion peticiones | requete requetes demande | requisicao pedido solicitacao | リクエスト 要求 | 请求 | richiesta richieste | запрос | 요청
response answer | antwort antworten | respuesta respuestas | reponse reponses | resposta respostas | レスポンス 応答 | 响应 回复 | risposta risposte | ответ | 응답
server | servern | servidor servidores | serveur serveurs | servidor servidores | サーバー サーバ | 服务器 服务端 | server | сервер | 서버
client | klient | cliente clientes | client clients | cliente clientes | クライアント | 客户端 | cliente | клиент | 클라이언트
user | benutzer nutzer anwender | usuario usuarios | utilisateur utilisateurs | usuario usuarios utilizador | ユーザー 利用者 | 用户 | utente utenti | пользователь | 사용자
password | passwort kennwort | contrasena contrasenas clave | passe | senha senhas | パスワード | 密码 口令 | password | пароль | 비밀번호 암호
name | namen benennen | nombre nombres | nom noms | nome nomes | 名前 | 名称 名字 命名 | nome nomi | имя название | 이름
key | schlussel taste | clave claves llave | cle cles touche | chave chaves tecla | キー 鍵 | 密钥 键 | chiave chiavi tasto | ключ клавиша | 키
value | wert werte | valor valores | valeur valeurs | valor valores | 値 | 值 | valore valori | значение | 값
variable | variablen | variables | variables | variavel variaveis | 変数 | 变量 | variabile variabili | переменная переменные | 변수
environment | umgebung umgebungs | entorno | environnement | ambiente | 環境 | 环境 | ambiente | окружение окружения среда | 환경
field | feld felder | campo campos | champ champs | campo campos | フィールド 項目 | 字段 | campo campi | поле | 필드
object | objekt objekte | objeto objetos | objet objets | objeto objetos | オブジェクト | 对象 | oggetto oggetti | объект | 객체
type | typ typen | tipo tipos | type types | tipo tipos | 型 タイプ | 类型 | tipo tipi | тип | 타입 유형
function | funktion funktionen | funcion funciones | fonction fonctions | funcao funcoes | 関数 機能 | 函数 功能 | funzione funzioni | функция | 함수 기능
class | klasse klassen | clase clases | classe classes | classe classes | クラス | 类 | classe classi | класс | 클래스
schema | schemata | esquema esquemas | schema schemas | esquema esquemas | スキーマ | 模式 | schema schemi | схема | 스키마
string text | zeichenkette text texte | cadena texto textos | chaine texte | texto cadeia | 文字列 テキスト | 字符串 文本 | stringa testo | строка текст | 문자열 텍스트
number | zahl zahlen nummer anzahl | numero numeros | nombre numero | numero numeros | 数 番号 | 数字 数量 | numero numeri | число номер количество | 숫자 개수
date time | datum zeit uhrzeit | fecha hora tiempo | date heure temps | data hora tempo | 日付 時刻 時間 | 日期 时间 | data ora tempo | дата время | 날짜 시간
page | seite seiten | pagina paginas | page pages | pagina paginas | ページ | 页面 | pagina pagine | страница | 페이지
link | verknupfung verweis | enlace enlaces vinculo | lien liens | ligacao links | リンク | 链接 | collegamento collegamenti | ссылка | 링크
image picture | bild bilder | imagen imagenes | image images | imagem imagens | 画像 イメージ | 图片 图像 | immagine immagini | изображение картинка образ | 이미지 그림
color | farbe farben | color colores | couleur couleurs | cor cores | 色 カラー | 颜色 | colore colori | цвет | 색 색상
button | schaltflache knopf | boton botones | bouton boutons | botao botoes | ボタン | 按钮 | pulsante | кнопка | 버튼
window | fenster | ventana ventanas | fenetre fenetres | janela janelas | ウィンドウ | 窗口 | finestra finestre | окно | 창
command | befehl befehle kommando | comando comandos orden | commande commandes | comando comandos | コマンド | 命令 | comando comandi | команда | 명령
command_line | kommandozeile befehlszeile | terminal consola | terminal console | terminal | コマンドライン | 命令行 | terminale | терминал | 명령줄 터미널
log | protokoll protokollieren | registro registros | journal journaux | registro registros | ログ | 日志 | registro | лог журнал | 로그
package | paket pakete pakets | paquete paquetes | paquet paquets | pacote pacotes | パッケージ | 包 软件包 | pacchetto pacchetti | пакет | 패키지
dependency | abhangigkeit abhangigkeiten | dependencia dependencias | dependance dependances | dependencia dependencias | 依存関係 依存 | 依赖 | dipendenza dipendenze | зависимость зависимости | 의존성 종속성
source | quelle quellen | fuente fuentes origen | source sources | fonte origem | ソース | 源 | sorgente fonte | источник исходный | 소스
branch | zweig zweige | rama ramas | branche branches | ramo ramos | ブランチ | 分支 | ramo rami | ветка ветвь | 브랜치
version | versionen | versiones | versions | versao versoes | バージョン | 版本 | versione versioni | версия | 버전
language | sprache sprachen | idioma idiomas lengua | langue langues langage | idioma idiomas lingua | 言語 | 语言 | lingua lingue linguaggio | язык | 언어
translate | ubersetzen ubersetze ubersetzung | traducir traduccion traduzco | traduire traduction | traduzir traducao | 翻訳 | 翻译 | tradurre traduzione | перевести перевод | 번역
template | vorlage vorlagen | plantilla plantillas | modele modeles gabarit | modelo modelos | テンプレート | 模板 | modello modelli | шаблон | 템플릿
theme | thema themen design | tema temas | theme themes | tema temas | テーマ | 主题 | tema temi | тема | 테마
plugin | erweiterung erweiterungen | complemento extension extensiones | greffon extension extensions | extensao extensoes complemento | プラグイン 拡張 | 插件 扩展 | estensione estensioni | плагин расширение | 플러그인 확장
network | netzwerk netz | red redes | reseau reseaux | rede redes | ネットワーク | 网络 | rete reti | сеть | 네트워크
firewall | brandmauer | cortafuegos | pare-feu parefeu | firewall | ファイアウォール | 防火墙 | firewall | брандмауэр файрвол | 방화벽
port | anschluss | puerto puertos | port ports | porta portas | ポート | 端口 | porta porte | порт | 포트
address | adresse adressen | direccion direcciones | adresse adresses | endereco enderecos | アドレス | 地址 | indirizzo indirizzi | адрес | 주소
proxy | stellvertreter | proxy | mandataire | proxy | プロキシ | 代理 | proxy | прокси | 프록시
certificate | zertifikat zertifikate | certificado certificados | certificat certificats | certificado certificados | 証明書 | 证书 | certificato certificati | сертификат | 인증서
encrypt encryption | verschlusseln verschlussele verschlusselung | cifrar encriptar cifrado | chiffrer crypter chiffrement chiffre | criptografar cifrar criptografia | 暗号化 | 加密 | cifrare crittografare cifratura | шифровать зашифровать шифрование | 암호화
authentication login | anmelden anmeldung authentifizierung anmelde | autenticar autenticacion sesion | authentifier authentification connexion | autenticar autenticacao | 認証 ログイン | 认证 登录 身份验证 | autenticare autenticazione accesso | аутентификация авторизация войти вход | 인증 로그인
permission | berechtigung berechtigungen rechte | permiso permisos | permission droits | permissao permissoes | 権限 | 权限 | permesso permessi | права разрешение | 권한
cache | zwischenspeicher | cache | cache | cache | キャッシュ | 缓存 | cache | кэш кеш | 캐시
memory | speicher arbeitsspeicher | memoria | memoire | memoria | メモリ | 内存 | memoria | память | 메모리
container | behalter | contenedor contenedores | conteneur conteneurs | conteiner | コンテナ | 容器 | contenitore | контейнер | 컨테이너
cluster | verbund | cluster | grappe | cluster | クラスター クラスタ | 集群 | cluster | кластер | 클러스터
static | statisch statische | estatico estaticos estaticas | statique statiques | estatico estaticos | 静的 | 静态 | statico statici statiche | статический статические | 정적
local | lokal lokale lokalen | local locales | local locaux locale | local locais | ローカル | 本地 | locale locali | локальный локально | 로컬
global | globale globalen | global globales | global globale | global globais | グローバル | 全局 | globale globali | глобальный | 전역
private | privat private privaten | privado privada | prive privee | privado privada | プライベート 非公開 | 私有 | privato privata | приватный закрытый | 비공개 프라이빗
public | offentlich offentliche | publico publica | public publique | publico publica | 公開 パブリック | 公共 公开 | pubblico pubblica | публичный | 공개
automatically | automatisch | automaticamente | automatiquement | automaticamente | 自動 自動的 | 自动 | automaticamente | автоматически | 자동
multiple several | mehrere mehreren mehrerer | varios varias multiples | plusieurs | varios varias multiplos | 複数 | 多个 多 | piu diversi multipli | несколько множество | 여러 다중
single only one | einzelnen einzelne einziger nur | solo unico unica | seul seule uniquement | apenas unico unica | 単一 一つ | 单个 仅 只 | solo unico unica singolo | один только | 단일
empty blank | leer leere | vacio vacia | vide vides | vazio vazia | 空 空白 | 空 | vuoto vuota | пустой | 빈
new | neu neue neuen neues | nuevo nueva | nouveau nouvelle | novo nova | 新しい 新規 | 新 | nuovo nuova | новый новая | 새
old | alt alte alten | viejo antiguo antigua | ancien ancienne vieux | antigo antiga velho | 古い | 旧 | vecchio vecchia | старый | 오래된
faster speed performance | schneller geschwindigkeit leistung | rapido velocidad rendimiento | rapide vitesse performances | rapido velocidade desempenho | 高速 速度 性能 | 加速 速度 性能 | veloce velocita prestazioni | быстрее скорость производительность | 성능 속도
state status | zustand status | estado estados | etat etats | estado estados | 状態 ステート | 状态 | stato | состояние статус | 상태
event | ereignis ereignisse | evento eventos | evenement evenements | evento eventos | イベント | 事件 | evento eventi | событие | 이벤트
message | nachricht nachrichten meldung | mensaje mensajes | message messages | mensagem mensagens | メッセージ | 消息 信息 | messaggio messaggi | сообщение | 메시지
component | komponente komponenten | componente componentes | composant composants | componente componentes | コンポーネント | 组件 | componente componenti | компонент | 컴포넌트
sidebar | seitenleiste | lateral | laterale | lateral | サイドバー | 侧边栏 | laterale | боковая | 사이드바
application | anwendung anwendungen | aplicacion aplicaciones | application applications | aplicacao aplicativo | アプリ アプリケーション | 应用 程序 | applicazione applicazioni | приложение | 앱 애플리케이션
website site | webseite website | sitio web | site | site | サイト ウェブサイト | 网站 站点 | sito siti | сайт | 사이트 웹사이트
example | beispiel beispiele | ejemplo ejemplos | exemple exemples | exemplo exemplos | 例 | 示例 例子 | esempio esempi | пример | 예제 예시
group | gruppe gruppen | grupo grupos | groupe groupes | grupo grupos | グループ | 组 分组 | gruppo gruppi | группа | 그룹
parameter argument | argumente ubergeben | parametro parametros argumento | parametre parametres argument | parametro parametros argumento | パラメータ パラメーター 引数 | 参数 | parametro parametri argomento | параметр аргумент | 매개변수 인수
async | asynchron asynchrone | asincrono asincrona | asynchrone asynchrones | assincrono assincrona | 非同期 | 异步 | asincrono asincrona | асинхронный асинхронно | 비동기
parallel | gleichzeitig | paralelo simultaneo | parallele simultanement | paralelo simultaneo | 並列 同時 | 并行 并发 | parallelo contemporaneamente | параллельно одновременно | 병렬 동시
schedule | planen zeitplan | programar planificar | planifier programmer | agendar programar | スケジュール 定期 | 定时 计划 | pianificare programmare | расписание запланировать | 예약 스케줄
code | quelltext quellcode | codigo | code | codigo | コード | 代码 | codice | код | 코드
highlight | hervorheben hervorhebung | resaltar resaltado | surligner coloration | destacar realce | ハイライト 強調 | 高亮 | evidenziare evidenziazione | подсветка выделить | 강조
patch | flicken | parchear parche parcheo | correctif corriger | corrigir remendo | パッチ | 补丁 打补丁 | correggere | патч | 패치
serve | ausliefern bereitstellen | servir sirvo | servir sers | servir sirvo | 配信 | 提供 | servire | раздавать отдавать | 제공
clear clean | leeren leere bereinigen | limpiar vaciar limpio vacio | vider vide nettoyer nettoie | limpar esvaziar limpo | クリア 消去 | 清空 清除 清理 | svuotare pulire | очистить | 비우 지우
support | unterstutzen unterstutze unterstutzt | soportar admitir soporta | prendre supporte | suportar suporta | 対応 サポート | 支持 | supportare supporta | поддерживать поддержка поддерживает | 지원
skip | uberspringen auslassen | omitir omito saltar | ignorer passer sauter | pular ignorar omitir | スキップ 飛ばす | 跳过 | saltare | пропустить | 건너뛰
access reach | zugreifen erreichen zugriff erreichbar | acceder accedo acceso accesible | acceder acces accessible | acessar acesso acessivel | アクセス | 访问 | accedere accesso | доступ | 접근 액세스
wait | warten warte | esperar espero | attendre attend | esperar aguardar | 待つ 待機 | 等待 | aspettare attendere | ждать подождать | 대기 기다
interrupt cancel | abbrechen unterbrechen abgebrochen unterbrochen | cancelar interrumpir | annuler interrompre interrompu | cancelar interromper interrompido | 中断 キャンセル | 取消 中断 | annullare interrompere | отменить прервать | 취소 중단
repair | reparieren reparatur | reparar reparo | reparer repare | reparar consertar | 修復 | 修复 修理 | riparare | починить | 복구
damaged corrupt | beschadigt kaputt defekt | danado corrupto | endommage corrompu | danificado corrompido | 破損 壊れ | 损坏 | danneggiato corrotto | поврежденный | 손상
uninstall | deinstallieren deinstalliere | desinstalar desinstalo | desinstaller desinstalle | desinstalar desinstalo | アンインストール | 卸载 | disinstallare | деинсталлировать | 제거
develop development | entwickeln entwicklung entwicklungs | desarrollar desarrollo | developper developpement | desenvolver desenvolvimento | 開発 | 开发 | sviluppare sviluppo | разработка разрабатывать | 개발
production | produktion produktiv | produccion | production | producao | 本番 | 生产 | produzione | продакшен | 프로덕션 운영
machine computer | rechner computer maschine | equipo maquina maquinas ordenador computadora | machine machines ordinateur | maquina maquinas computador | マシン パソコン | 机器 电脑 计算机 | macchina computer | машина компьютер | 컴퓨터 머신
browser | browsern | navegador navegadores | navigateur navigateurs | navegador navegadores | ブラウザ ブラウザー | 浏览器 | browser | браузер | 브라우저
library | bibliothek bibliotheken | biblioteca bibliotecas libreria | bibliotheque bibliotheques | biblioteca bibliotecas | ライブラリ | 库 | libreria librerie | библиотека | 라이브러리
repository | depot | repositorio repositorios | depot depots | repositorio repositorios | リポジトリ | 仓库 存储库 | deposito | репозиторий | 저장소 리포지토리
alias | pseudonym | alias | alias | alias | エイリアス 別名 | 别名 | alias | псевдоним | 별칭
output | ausgabe ausgeben | salida | sortie | saida | 出力 | 输出 | uscita | вывод | 출력
input | eingabe | entrada entradas | saisie | entrada | 入力 | 输入 | ingresso | ввод | 입력
size | grosse gross | tamano | taille | tamanho | サイズ 大きさ | 大小 | dimensione dimensioni | размер | 크기
large bigger | grosser | grande grandes mayor | grand gros grande | grande grandes maior | 大きい | 大 | grande grandi maggiore | большой больше | 큰
part | teil teile | parte partes | partie parties | parte partes | 一部 部分 | 部分 | parte parti | часть | 부분
index | index | indice | index | indice | インデックス 索引 | 索引 | indice | индекс | 인덱스
completion | vervollstandigung | autocompletado completado | completion autocompletion | autocompletar | 補完 | 补全 | completamento | автодополнение дополнение | 자동완성
script | skript skripte | script | script | script | スクリプト | 脚本 | script | скрипт | 스크립트
list array | liste listen | lista listas | liste listes | lista listas | リスト 配列 | 列表 数组 | elenco lista liste | список массив | 목록 배열
format | formatieren formatierung | formatear formato | formater | formatar formato | 形式 フォーマット | 格式 | formattare formato | форматировать формат | 형식
convert | umwandeln konvertieren wandle | convertir convierto | convertir convertis | converter converto | 変換 | 转换 | convertire converto | преобразовать конвертировать | 변환
compare | vergleichen vergleich | comparar | comparer | comparar | 比較 | 比较 | confrontare confronto | сравнить сравнение | 비교
wrong invalid | falsch ungultig | incorrecto invalido | invalide incorrect faux | errado invalido incorreto | 無効な 間違 | 无效 错误的 | sbagliato invalido | неверный неправильный | 잘못
redirect | umleiten weiterleiten umleitung | redirigir redireccion | rediriger redirection | redirecionar | リダイレクト | 重定向 | reindirizzare | перенаправить перенаправление редирект | 리디렉션
deprecated | veraltet | obsoleto | obsolete deprecie | obsoleto | 非推奨 | 弃用 废弃 | obsoleto deprecato | устаревший | 지원중단
body | korper rumpf | cuerpo | corps | corpo | ボディ 本文 | 正文 请求体 | corpo | тело | 본문
virtual | virtuell virtuelle virtuellen | virtual virtuales | virtuel virtuelle | virtual virtuais | 仮想 | 虚拟 | virtuale virtuali | виртуальный виртуальное | 가상
task job | aufgabe aufgaben | tarea tareas trabajo | tache taches travail | tarefa tarefas trabalho | タスク ジョブ | 任务 作业 | compito attivita lavoro | задача задач задачи | 태스크 작업
project | projekt projekte projekts | proyecto proyectos | projet projets | projeto projetos | プロジェクト | 项目 工程 | progetto progetti | проект | 프로젝트
font | schrift schriftart schriften | fuente tipografia | police polices | fonte fontes | フォント | 字体 | carattere caratteri | шрифт | 글꼴 폰트
tab | reiter registerkarte | pestana pestanas | onglet onglets | aba abas guia | タブ | 标签页 选项卡 | scheda schede | вкладка вкладку вкладки | 탭
retry | wiederholen wiederhole erneut | reintentar reintento | reessayer relancer | repetir tentar | 再試行 リトライ | 重试 | riprovare ritentare | повторить повтор повторно | 재시도
transaction | transaktion transaktionen | transaccion transacciones | transaction | transacao transacoes | トランザクション | 事务 | transazione transazioni | транзакция транзакции | 트랜잭션
migration | migration migrationen | migracion migraciones | migration | migracao migracoes | マイグレーション 移行 | 迁移 | migrazione migrazioni | миграция миграции | 마이그레이션
module | modul module | modulo modulos | module | modulo modulos | モジュール | 模块 | modulo moduli | модуль модули | 모듈
method | methode methoden | metodo metodos | methode | metodo metodos | メソッド | 方法 | metodo metodi | метод | 메서드
token | token | token | jeton jetons | token | トークン | 令牌 | token gettone | токен | 토큰
session | sitzung sitzungen | sesion sesiones | session sessions | sessao sessoes | セッション | 会话 | sessione sessioni | сессия сеанс | 세션
header | kopfzeile kopfzeilen header | cabecera encabezado cabeceras | tete | cabecalho | ヘッダー ヘッダ | 请求头 标头 | intestazione intestazioni | заголовок заголовки | 헤더
form | formular formulare | formulario formularios | formulaire formulaires | formulario formularios | フォーム | 表单 | modulo | форма формы | 폼 양식
route routing | routen weg | ruta rutas | route | rota rotas | ルート ルーティング | 路由 | percorso rotta | маршрут маршрутизация | 라우트 경로
queue | warteschlange warteschlangen | cola colas | file | fila filas | キュー | 队列 | coda code | очередь | 큐 대기열
thread | thread threads | hilo hilos | fil | thread | スレッド | 线程 | thread | поток потоки | 스레드
timeout | zeituberschreitung | tiempo | delai expiration | limite | タイムアウト | 超时 | scadenza | таймаут тайм-аут | 시간초과 타임아웃
role | rolle rollen | rol roles | role roles | papel papeis | ロール 役割 | 角色 | ruolo ruoli | роль роли | 역할
model | modell modelle | modelo modelos | modele modeles | modelo modelos | モデル | 模型 | modello modelli | модель модели | 모델
record entry | datensatz datensatze eintrag eintrage | registro entrada | enregistrement enregistrements entree | registro entrada | レコード | 记录 条目 | record voce | запись записи | 레코드 항목
condition | bedingung bedingungen | condicion condiciones | condition conditions | condicao condicoes | 条件 | 条件 | condizione condizioni | условие условия | 조건
title | titel uberschrift | titulo titulos | titre titres | titulo titulos | タイトル 見出し | 标题 | titolo titoli | заголовок название | 제목
mark label | markieren markierung kennzeichnen | marcar etiqueta etiquetas | marquer etiquette etiquettes | marcar etiqueta | ラベル | 标签 标记 | contrassegnare etichetta | метка пометить | 라벨 표시
screen | bildschirm | pantalla | ecran | tela ecra | 画面 | 屏幕 | schermo | экран | 화면
customize custom | anpassen angepasst eigene eigenen eigenes | personalizar personalizado propio | personnaliser personnalise propre | personalizar personalizado proprio | カスタマイズ カスタム 独自 | 自定义 定制 | personalizzare personalizzato proprio | настроить собственный свой | 사용자지정 커스텀
`;
const rows = lines
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.split(' ')));

/** The languages of the columns after the English one. */
const languages = ['de', 'es', 'fr', 'pt', 'ja', 'zh', 'it', 'ru', 'ko'];
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
