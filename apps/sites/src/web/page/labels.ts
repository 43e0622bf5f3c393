const english = {
  allResults: 'All results',
  announcement: 'Announcement',
  answer: 'Answer',
  answering: 'Looking for an answer…',
  api: 'API reference',
  ask: 'Ask',
  authorization: 'Authorization',
  backToText: 'Back to the text',
  close: 'Close',
  code: 'Code',
  copied: 'Copied',
  copy: 'Copy',
  copyMcp: 'Copy the MCP URL',
  copyPage: 'Copy page',
  danger: 'Danger',
  darkMode: 'Dark mode',
  default: 'Default',
  deprecated: 'Deprecated',
  diagram: 'Diagram',
  done: 'Done',
  drawing: 'Drawing',
  editPage: 'Edit this page',
  elsewhere: 'Elsewhere on this site',
  enlarge: 'Enlarge the picture',
  example: 'Example',
  feedbackFailed: 'It was not sent. Try again in a moment.',
  feedbackSent: 'Thank you for your feedback.',
  feedbackText: 'What could be better?',
  formula: 'Formula',
  headers: 'Headers',
  helpful: 'Was this page helpful?',
  home: 'Home',
  info: 'Information',
  language: 'Language',
  links: 'Links',
  linkToSection: 'Link to this section',
  loadFrom: 'Load from',
  menu: 'Menu',
  more: 'More results',
  nearestPassages: 'Passages that come nearest',
  next: 'Next',
  no: 'No',
  noAnswer: 'The documentation does not say this.',
  notDone: 'Not done',
  notes: 'Notes',
  notFound: 'Page not found',
  notFoundText: 'There is no page at this address. It may have moved or been removed.',
  nothingFound: 'Nothing was found for',
  onThisPage: 'On this page',
  open: 'Open',
  openIn: 'Open in',
  optional: 'optional',
  pageActions: 'Page actions',
  pages: 'Pages',
  parameters: 'Parameters',
  path: 'Path to this page',
  pdf: 'Print or save as PDF',
  previous: 'Previous',
  privacy: 'Privacy policy',
  prompt: 'Prompt',
  publishedWith: 'Published with',
  question: 'Your question',
  readOnly: 'read-only',
  recent: 'Recent searches',
  requestBody: 'Request body',
  required: 'required',
  responses: 'Responses',
  results: 'Search results',
  schemas: 'Schemas',
  scopes: 'Scopes',
  search: 'Search',
  searchFailed: 'The search failed. Try again in a moment.',
  sections: 'Sections',
  select: 'Select',
  send: 'Send',
  servers: 'Servers',
  showCode: 'Show the code',
  signOut: 'Sign out',
  skip: 'Skip to the content',
  sources: 'Sources',
  success: 'Success',
  table: 'Table',
  unknownReference: 'Not available',
  updated: 'Last updated',
  values: 'Values',
  variants: 'Versions and languages',
  viewMarkdown: 'View as Markdown',
  warning: 'Warning',
  writeOnly: 'write-only',
  yes: 'Yes',
};

/** The texts of pages besides their content. */
export type Labels = typeof english;

/** In the order of the keys above. */
const translated: Record<string, readonly string[]> = {
  de: 'Alle Ergebnisse|Ankündigung|Antwort|Eine Antwort wird gesucht …|API-Referenz|Fragen|Autorisierung|Zurück zum Text|Schließen|Code|Kopiert|Kopieren|MCP-Adresse kopieren|Seite kopieren|Gefahr|Dunkle Darstellung|Standard|Veraltet|Diagramm|Erledigt|Zeichnung|Diese Seite bearbeiten|Anderswo auf dieser Website|Bild vergrößern|Beispiel|Nicht gesendet. Versuchen Sie es gleich noch einmal.|Danke für Ihre Rückmeldung.|Was könnte besser sein?|Formel|Header|War diese Seite hilfreich?|Startseite|Hinweis|Sprache|Links|Link zu diesem Abschnitt|Laden von|Menü|Weitere Ergebnisse|Die passendsten Stellen|Weiter|Nein|Das steht nicht in der Dokumentation.|Offen|Anmerkungen|Seite nicht gefunden|Unter dieser Adresse gibt es keine Seite. Vielleicht wurde sie verschoben oder entfernt.|Nichts gefunden für|Auf dieser Seite|Öffnen|Öffnen in|optional|Aktionen der Seite|Seiten|Parameter|Pfad zu dieser Seite|Drucken oder als PDF speichern|Zurück|Datenschutzerklärung|Prompt|Veröffentlicht mit|Ihre Frage|nur lesbar|Letzte Suchen|Inhalt der Anfrage|erforderlich|Antworten|Suchergebnisse|Schemata|Berechtigungen|Suche|Die Suche ist fehlgeschlagen. Versuchen Sie es gleich noch einmal.|Bereiche|Auswählen|Senden|Server|Code zeigen|Abmelden|Zum Inhalt springen|Quellen|Erfolg|Tabelle|Nicht verfügbar|Zuletzt geändert|Werte|Versionen und Sprachen|Als Markdown ansehen|Warnung|nur schreibbar|Ja'.split(
    '|',
  ),
  fr: 'Tous les résultats|Annonce|Réponse|Recherche d’une réponse…|Référence de l’API|Demander|Autorisation|Retour au texte|Fermer|Code|Copié|Copier|Copier l’adresse MCP|Copier la page|Danger|Mode sombre|Par défaut|Obsolète|Diagramme|Fait|Dessin|Modifier cette page|Ailleurs sur ce site|Agrandir l’image|Exemple|Rien n’a été envoyé. Réessayez dans un instant.|Merci pour votre retour.|Que pourrait-on améliorer ?|Formule|En-têtes|Cette page vous a-t-elle aidé ?|Accueil|Information|Langue|Liens|Lien vers cette section|Charger depuis|Menu|Plus de résultats|Les passages les plus proches|Suivant|Non|La documentation ne le dit pas.|À faire|Notes|Page introuvable|Il n’y a pas de page à cette adresse. Elle a peut-être été déplacée ou supprimée.|Aucun résultat pour|Sur cette page|Ouvrir|Ouvrir dans|facultatif|Actions de la page|Pages|Paramètres|Chemin vers cette page|Imprimer ou enregistrer en PDF|Précédent|Politique de confidentialité|Prompt|Publié avec|Votre question|lecture seule|Recherches récentes|Corps de la requête|obligatoire|Réponses|Résultats de la recherche|Schémas|Portées|Rechercher|La recherche a échoué. Réessayez dans un instant.|Sections|Choisir|Envoyer|Serveurs|Afficher le code|Se déconnecter|Aller au contenu|Sources|Succès|Tableau|Non disponible|Dernière mise à jour|Valeurs|Versions et langues|Voir en Markdown|Avertissement|écriture seule|Oui'.split(
    '|',
  ),
  es: 'Todos los resultados|Anuncio|Respuesta|Buscando una respuesta…|Referencia de la API|Preguntar|Autorización|Volver al texto|Cerrar|Código|Copiado|Copiar|Copiar la dirección MCP|Copiar la página|Peligro|Modo oscuro|Por defecto|Obsoleto|Diagrama|Hecho|Dibujo|Editar esta página|En otras partes de este sitio|Ampliar la imagen|Ejemplo|No se envió. Inténtelo de nuevo en un momento.|Gracias por su opinión.|¿Qué podría mejorar?|Fórmula|Encabezados|¿Le ha sido útil esta página?|Inicio|Información|Idioma|Enlaces|Enlace a esta sección|Cargar desde|Menú|Más resultados|Los pasajes más cercanos|Siguiente|No|La documentación no lo dice.|Pendiente|Notas|Página no encontrada|No hay ninguna página en esta dirección. Puede que se haya movido o eliminado.|No se encontró nada para|En esta página|Abrir|Abrir en|opcional|Acciones de la página|Páginas|Parámetros|Ruta a esta página|Imprimir o guardar como PDF|Anterior|Política de privacidad|Prompt|Publicado con|Su pregunta|solo lectura|Búsquedas recientes|Cuerpo de la solicitud|obligatorio|Respuestas|Resultados de la búsqueda|Esquemas|Ámbitos|Buscar|La búsqueda ha fallado. Inténtelo de nuevo en un momento.|Secciones|Elegir|Enviar|Servidores|Mostrar el código|Cerrar sesión|Saltar al contenido|Fuentes|Éxito|Tabla|No disponible|Última actualización|Valores|Versiones e idiomas|Ver como Markdown|Advertencia|solo escritura|Sí'.split(
    '|',
  ),
  nl: 'Alle resultaten|Aankondiging|Antwoord|Antwoord wordt gezocht…|API-referentie|Vragen|Autorisatie|Terug naar de tekst|Sluiten|Code|Gekopieerd|Kopiëren|MCP-adres kopiëren|Pagina kopiëren|Gevaar|Donkere modus|Standaard|Verouderd|Diagram|Gedaan|Tekening|Deze pagina bewerken|Elders op deze site|Afbeelding vergroten|Voorbeeld|Niet verzonden. Probeer het zo opnieuw.|Bedankt voor uw feedback.|Wat kan er beter?|Formule|Headers|Was deze pagina nuttig?|Start|Informatie|Taal|Links|Link naar deze sectie|Laden van|Menu|Meer resultaten|De best passende passages|Volgende|Nee|Dat staat niet in de documentatie.|Niet gedaan|Noten|Pagina niet gevonden|Op dit adres is geen pagina. Misschien is die verplaatst of verwijderd.|Niets gevonden voor|Op deze pagina|Openen|Openen in|optioneel|Pagina-acties|Pagina’s|Parameters|Pad naar deze pagina|Afdrukken of opslaan als PDF|Vorige|Privacybeleid|Prompt|Gepubliceerd met|Uw vraag|alleen-lezen|Recente zoekopdrachten|Inhoud van het verzoek|verplicht|Antwoorden|Zoekresultaten|Schema’s|Scopes|Zoeken|Het zoeken is mislukt. Probeer het zo opnieuw.|Secties|Kiezen|Versturen|Servers|Code tonen|Afmelden|Naar de inhoud|Bronnen|Gelukt|Tabel|Niet beschikbaar|Laatst bijgewerkt|Waarden|Versies en talen|Als Markdown bekijken|Waarschuwing|alleen-schrijven|Ja'.split(
    '|',
  ),
  no: 'Alle resultater|Kunngjøring|Svar|Leter etter et svar …|API-referanse|Spør|Autorisasjon|Tilbake til teksten|Lukk|Kode|Kopiert|Kopier|Kopier MCP-adressen|Kopier siden|Fare|Mørk modus|Standard|Utgått|Diagram|Gjort|Tegning|Rediger denne siden|Andre steder på nettstedet|Forstørr bildet|Eksempel|Ikke sendt. Prøv igjen om litt.|Takk for tilbakemeldingen.|Hva kan bli bedre?|Formel|Headere|Var denne siden nyttig?|Hjem|Informasjon|Språk|Lenker|Lenke til denne delen|Last inn fra|Meny|Flere resultater|De nærmeste avsnittene|Neste|Nei|Dokumentasjonen sier ikke dette.|Ikke gjort|Noter|Siden ble ikke funnet|Det finnes ingen side på denne adressen. Den kan ha blitt flyttet eller fjernet.|Ingenting ble funnet for|På denne siden|Åpne|Åpne i|valgfri|Sidehandlinger|Sider|Parametere|Sti til denne siden|Skriv ut eller lagre som PDF|Forrige|Personvern|Prompt|Publisert med|Spørsmålet ditt|kun lesing|Siste søk|Innhold i forespørselen|påkrevd|Svar|Søkeresultater|Skjemaer|Omfang|Søk|Søket mislyktes. Prøv igjen om litt.|Seksjoner|Velg|Send|Servere|Vis koden|Logg ut|Gå til innholdet|Kilder|Suksess|Tabell|Ikke tilgjengelig|Sist oppdatert|Verdier|Versjoner og språk|Vis som Markdown|Advarsel|kun skriving|Ja'.split(
    '|',
  ),
  'pt-br':
    'Todos os resultados|Aviso|Resposta|Procurando uma resposta…|Referência da API|Perguntar|Autorização|Voltar ao texto|Fechar|Código|Copiado|Copiar|Copiar o endereço MCP|Copiar página|Perigo|Modo escuro|Padrão|Obsoleto|Diagrama|Feito|Desenho|Editar esta página|Em outras partes deste site|Ampliar a imagem|Exemplo|Não foi enviado. Tente novamente em instantes.|Obrigado pelo seu comentário.|O que poderia melhorar?|Fórmula|Cabeçalhos|Esta página foi útil?|Início|Informação|Idioma|Links|Link para esta seção|Carregar de|Menu|Mais resultados|Os trechos mais próximos|Próxima|Não|A documentação não diz isso.|A fazer|Notas|Página não encontrada|Não há página neste endereço. Ela pode ter sido movida ou removida.|Nada foi encontrado para|Nesta página|Abrir|Abrir em|opcional|Ações da página|Páginas|Parâmetros|Caminho para esta página|Imprimir ou salvar como PDF|Anterior|Política de privacidade|Prompt|Publicado com|Sua pergunta|somente leitura|Pesquisas recentes|Corpo da requisição|obrigatório|Respostas|Resultados da pesquisa|Esquemas|Escopos|Pesquisar|A pesquisa falhou. Tente novamente em instantes.|Seções|Selecionar|Enviar|Servidores|Mostrar o código|Sair|Ir para o conteúdo|Fontes|Sucesso|Tabela|Não disponível|Última atualização|Valores|Versões e idiomas|Ver como Markdown|Atenção|somente gravação|Sim'.split(
      '|',
    ),
  ru: 'Все результаты|Объявление|Ответ|Поиск ответа…|Справочник API|Спросить|Авторизация|Назад к тексту|Закрыть|Код|Скопировано|Копировать|Копировать адрес MCP|Копировать страницу|Опасность|Тёмная тема|По умолчанию|Устарело|Диаграмма|Сделано|Рисунок|Редактировать страницу|В других разделах сайта|Увеличить изображение|Пример|Не отправлено. Повторите чуть позже.|Спасибо за отзыв.|Что можно улучшить?|Формула|Заголовки|Была ли страница полезна?|Главная|Информация|Язык|Ссылки|Ссылка на этот раздел|Загрузить с|Меню|Ещё результаты|Наиболее близкие места|Далее|Нет|В документации этого нет.|Не сделано|Примечания|Страница не найдена|По этому адресу нет страницы. Возможно, она перемещена или удалена.|Ничего не найдено по запросу|На этой странице|Открыть|Открыть в|необязательно|Действия со страницей|Страницы|Параметры|Путь к этой странице|Печать или сохранение в PDF|Назад|Политика конфиденциальности|Промпт|Опубликовано с помощью|Ваш вопрос|только чтение|Недавние запросы|Тело запроса|обязательно|Ответы|Результаты поиска|Схемы|Области доступа|Поиск|Поиск не удался. Повторите чуть позже.|Разделы|Выбрать|Отправить|Серверы|Показать код|Выйти|К содержанию|Источники|Успех|Таблица|Недоступно|Последнее обновление|Значения|Версии и языки|Показать как Markdown|Внимание|только запись|Да'.split(
    '|',
  ),
  ja: 'すべての結果|お知らせ|回答|回答を探しています…|API リファレンス|質問する|認可|本文に戻る|閉じる|コード|コピーしました|コピー|MCP のアドレスをコピー|ページをコピー|危険|ダークモード|既定値|非推奨|図表|完了|図|このページを編集|サイト内の他の場所|画像を拡大|例|送信できませんでした。しばらくしてからお試しください。|フィードバックをありがとうございます。|改善できる点を教えてください|数式|ヘッダー|このページは役に立ちましたか？|ホーム|情報|言語|リンク|このセクションへのリンク|読み込み元|メニュー|さらに表示|最も近い箇所|次へ|いいえ|ドキュメントには記載がありません。|未完了|注|ページが見つかりません|このアドレスにページはありません。移動または削除された可能性があります。|該当なし:|このページの内容|開く|開く:|任意|ページの操作|ページ|パラメーター|このページへのパス|印刷または PDF に保存|前へ|プライバシーポリシー|プロンプト|公開:|質問|読み取り専用|最近の検索|リクエスト本文|必須|レスポンス|検索結果|スキーマ|スコープ|検索|検索できませんでした。しばらくしてからお試しください。|セクション|選択|送信|サーバー|コードを表示|ログアウト|本文へ移動|出典|成功|表|利用できません|最終更新|値|バージョンと言語|Markdown で表示|警告|書き込み専用|はい'.split(
    '|',
  ),
  zh: '全部结果|公告|回答|正在查找答案…|API 参考|提问|授权|返回正文|关闭|代码|已复制|复制|复制 MCP 地址|复制页面|危险|深色模式|默认值|已弃用|图表|已完成|绘图|编辑此页|本站其他位置|放大图片|示例|未能发送，请稍后再试。|感谢您的反馈。|哪里可以改进？|公式|标头|此页面对您有帮助吗？|首页|信息|语言|链接|本节链接|加载自|菜单|更多结果|最接近的段落|下一页|否|文档中没有提到。|未完成|注释|页面不存在|此地址没有页面。它可能已被移动或删除。|没有找到|本页内容|打开|打开于|可选|页面操作|页面|参数|本页路径|打印或另存为 PDF|上一页|隐私政策|提示词|发布工具|您的问题|只读|最近搜索|请求正文|必填|响应|搜索结果|模式|权限范围|搜索|搜索失败，请稍后再试。|栏目|选择|发送|服务器|显示代码|退出登录|跳到正文|来源|成功|表格|不可用|最后更新|取值|版本和语言|以 Markdown 查看|警告|只写|是'.split(
    '|',
  ),
};

const keys = Object.keys(english) as (keyof Labels)[];

/** The labels in the first of the languages that has some. */
export function labelsIn(...wanted: (string | undefined)[]): Labels {
  for (const language of wanted) {
    if (language?.startsWith('en')) return english;
    const texts = translated[language === 'pt' ? 'pt-br' : (language ?? '')];
    if (texts) return Object.fromEntries(keys.map((key, index) => [key, texts[index]])) as Labels;
  }
  return english;
}

/** The languages that have labels. */
export const labelled: readonly string[] = ['en', ...Object.keys(translated)];

/** The day of a time, as it is written in a language. */
export const dayIn = (language: string, at: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
