const english = {
  allResults: 'All results',
  announcement: 'Announcement',
  api: 'API reference',
  authorization: 'Authorization',
  backToText: 'Back to the text',
  close: 'Close',
  code: 'Code',
  copied: 'Copied',
  copy: 'Copy',
  copyMcp: 'Copy the MCP address',
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
  example: 'Example',
  feedbackSent: 'Thank you for your feedback.',
  feedbackText: 'What could be better?',
  formula: 'Formula',
  headers: 'Headers',
  helpful: 'Was this page helpful?',
  home: 'Home',
  info: 'Information',
  language: 'Language',
  linkToSection: 'Link to this section',
  links: 'Links',
  loadFrom: 'Load from',
  menu: 'Menu',
  more: 'More results',
  next: 'Next',
  no: 'No',
  notDone: 'Not done',
  notFound: 'Page not found',
  notFoundText: 'There is no page at this address. It may have moved or been removed.',
  notes: 'Notes',
  nothingFound: 'Nothing was found for',
  onThisPage: 'On this page',
  open: 'Open',
  openIn: 'Open in',
  optional: 'optional',
  pageActions: 'Page actions',
  pages: 'Pages',
  parameters: 'Parameters',
  path: 'Path to this page',
  pdf: 'Download as PDF',
  previous: 'Previous',
  privacy: 'Privacy policy',
  prompt: 'Prompt',
  publishedWith: 'Published with',
  readOnly: 'read-only',
  recent: 'Recent searches',
  requestBody: 'Request body',
  required: 'required',
  responses: 'Responses',
  results: 'Search results',
  schemas: 'Schemas',
  scopes: 'Scopes',
  search: 'Search',
  sections: 'Sections',
  select: 'Select',
  send: 'Send',
  servers: 'Servers',
  showCode: 'Show the code',
  signOut: 'Sign out',
  skip: 'Skip to the content',
  success: 'Success',
  table: 'Table',
  tabs: 'tabs',
  unknownReference: 'Not available',
  updated: 'Last updated',
  values: 'Values',
  variants: 'Versions and languages',
  viewMarkdown: 'View as Markdown',
  warning: 'Warning',
  writeOnly: 'write-only',
  yes: 'Yes',
};

/** What pages say besides their content. */
export type Labels = typeof english;

/** In the order of the keys above. */
const translated: Record<string, readonly string[]> = {
  de: 'Alle Ergebnisse|Ankündigung|API-Referenz|Autorisierung|Zurück zum Text|Schließen|Code|Kopiert|Kopieren|MCP-Adresse kopieren|Seite kopieren|Gefahr|Dunkle Darstellung|Standard|Veraltet|Diagramm|Erledigt|Zeichnung|Diese Seite bearbeiten|Anderswo auf dieser Website|Beispiel|Danke für Ihre Rückmeldung.|Was könnte besser sein?|Formel|Header|War diese Seite hilfreich?|Startseite|Hinweis|Sprache|Link zu diesem Abschnitt|Links|Laden von|Menü|Weitere Ergebnisse|Weiter|Nein|Offen|Seite nicht gefunden|Unter dieser Adresse gibt es keine Seite. Vielleicht wurde sie verschoben oder entfernt.|Anmerkungen|Nichts gefunden für|Auf dieser Seite|Öffnen|Öffnen in|optional|Aktionen der Seite|Seiten|Parameter|Pfad zu dieser Seite|Als PDF herunterladen|Zurück|Datenschutzerklärung|Prompt|Veröffentlicht mit|nur lesbar|Letzte Suchen|Inhalt der Anfrage|erforderlich|Antworten|Suchergebnisse|Schemata|Berechtigungen|Suche|Bereiche|Auswählen|Senden|Server|Code zeigen|Abmelden|Zum Inhalt springen|Erfolg|Tabelle|Reiter|Nicht verfügbar|Zuletzt geändert|Werte|Versionen und Sprachen|Als Markdown ansehen|Warnung|nur schreibbar|Ja'.split(
    '|',
  ),
  fr: 'Tous les résultats|Annonce|Référence de l’API|Autorisation|Retour au texte|Fermer|Code|Copié|Copier|Copier l’adresse MCP|Copier la page|Danger|Mode sombre|Par défaut|Obsolète|Diagramme|Fait|Dessin|Modifier cette page|Ailleurs sur ce site|Exemple|Merci pour votre retour.|Que pourrait-on améliorer ?|Formule|En-têtes|Cette page vous a-t-elle aidé ?|Accueil|Information|Langue|Lien vers cette section|Liens|Charger depuis|Menu|Plus de résultats|Suivant|Non|À faire|Page introuvable|Il n’y a pas de page à cette adresse. Elle a peut-être été déplacée ou supprimée.|Notes|Aucun résultat pour|Sur cette page|Ouvrir|Ouvrir dans|facultatif|Actions de la page|Pages|Paramètres|Chemin vers cette page|Télécharger en PDF|Précédent|Politique de confidentialité|Prompt|Publié avec|lecture seule|Recherches récentes|Corps de la requête|obligatoire|Réponses|Résultats de la recherche|Schémas|Portées|Rechercher|Sections|Choisir|Envoyer|Serveurs|Afficher le code|Se déconnecter|Aller au contenu|Succès|Tableau|onglets|Non disponible|Dernière mise à jour|Valeurs|Versions et langues|Voir en Markdown|Avertissement|écriture seule|Oui'.split(
    '|',
  ),
  es: 'Todos los resultados|Anuncio|Referencia de la API|Autorización|Volver al texto|Cerrar|Código|Copiado|Copiar|Copiar la dirección MCP|Copiar la página|Peligro|Modo oscuro|Por defecto|Obsoleto|Diagrama|Hecho|Dibujo|Editar esta página|En otras partes de este sitio|Ejemplo|Gracias por su opinión.|¿Qué podría mejorar?|Fórmula|Encabezados|¿Le ha sido útil esta página?|Inicio|Información|Idioma|Enlace a esta sección|Enlaces|Cargar desde|Menú|Más resultados|Siguiente|No|Pendiente|Página no encontrada|No hay ninguna página en esta dirección. Puede que se haya movido o eliminado.|Notas|No se encontró nada para|En esta página|Abrir|Abrir en|opcional|Acciones de la página|Páginas|Parámetros|Ruta a esta página|Descargar en PDF|Anterior|Política de privacidad|Prompt|Publicado con|solo lectura|Búsquedas recientes|Cuerpo de la solicitud|obligatorio|Respuestas|Resultados de la búsqueda|Esquemas|Ámbitos|Buscar|Secciones|Elegir|Enviar|Servidores|Mostrar el código|Cerrar sesión|Saltar al contenido|Éxito|Tabla|pestañas|No disponible|Última actualización|Valores|Versiones e idiomas|Ver como Markdown|Advertencia|solo escritura|Sí'.split(
    '|',
  ),
  nl: 'Alle resultaten|Aankondiging|API-referentie|Autorisatie|Terug naar de tekst|Sluiten|Code|Gekopieerd|Kopiëren|MCP-adres kopiëren|Pagina kopiëren|Gevaar|Donkere modus|Standaard|Verouderd|Diagram|Gedaan|Tekening|Deze pagina bewerken|Elders op deze site|Voorbeeld|Bedankt voor uw feedback.|Wat kan er beter?|Formule|Headers|Was deze pagina nuttig?|Start|Informatie|Taal|Link naar deze sectie|Links|Laden van|Menu|Meer resultaten|Volgende|Nee|Niet gedaan|Pagina niet gevonden|Op dit adres is geen pagina. Misschien is die verplaatst of verwijderd.|Noten|Niets gevonden voor|Op deze pagina|Openen|Openen in|optioneel|Pagina-acties|Pagina’s|Parameters|Pad naar deze pagina|Downloaden als PDF|Vorige|Privacybeleid|Prompt|Gepubliceerd met|alleen-lezen|Recente zoekopdrachten|Inhoud van het verzoek|verplicht|Antwoorden|Zoekresultaten|Schema’s|Scopes|Zoeken|Secties|Kiezen|Versturen|Servers|Code tonen|Afmelden|Naar de inhoud|Gelukt|Tabel|tabbladen|Niet beschikbaar|Laatst bijgewerkt|Waarden|Versies en talen|Als Markdown bekijken|Waarschuwing|alleen-schrijven|Ja'.split(
    '|',
  ),
  no: 'Alle resultater|Kunngjøring|API-referanse|Autorisasjon|Tilbake til teksten|Lukk|Kode|Kopiert|Kopier|Kopier MCP-adressen|Kopier siden|Fare|Mørk modus|Standard|Utgått|Diagram|Gjort|Tegning|Rediger denne siden|Andre steder på nettstedet|Eksempel|Takk for tilbakemeldingen.|Hva kan bli bedre?|Formel|Headere|Var denne siden nyttig?|Hjem|Informasjon|Språk|Lenke til denne delen|Lenker|Last inn fra|Meny|Flere resultater|Neste|Nei|Ikke gjort|Siden ble ikke funnet|Det finnes ingen side på denne adressen. Den kan ha blitt flyttet eller fjernet.|Noter|Ingenting ble funnet for|På denne siden|Åpne|Åpne i|valgfri|Sidehandlinger|Sider|Parametere|Sti til denne siden|Last ned som PDF|Forrige|Personvern|Prompt|Publisert med|kun lesing|Siste søk|Innhold i forespørselen|påkrevd|Svar|Søkeresultater|Skjemaer|Omfang|Søk|Seksjoner|Velg|Send|Servere|Vis koden|Logg ut|Gå til innholdet|Suksess|Tabell|faner|Ikke tilgjengelig|Sist oppdatert|Verdier|Versjoner og språk|Vis som Markdown|Advarsel|kun skriving|Ja'.split(
    '|',
  ),
  'pt-br':
    'Todos os resultados|Aviso|Referência da API|Autorização|Voltar ao texto|Fechar|Código|Copiado|Copiar|Copiar o endereço MCP|Copiar página|Perigo|Modo escuro|Padrão|Obsoleto|Diagrama|Feito|Desenho|Editar esta página|Em outras partes deste site|Exemplo|Obrigado pelo seu comentário.|O que poderia melhorar?|Fórmula|Cabeçalhos|Esta página foi útil?|Início|Informação|Idioma|Link para esta seção|Links|Carregar de|Menu|Mais resultados|Próxima|Não|A fazer|Página não encontrada|Não há página neste endereço. Ela pode ter sido movida ou removida.|Notas|Nada foi encontrado para|Nesta página|Abrir|Abrir em|opcional|Ações da página|Páginas|Parâmetros|Caminho para esta página|Baixar em PDF|Anterior|Política de privacidade|Prompt|Publicado com|somente leitura|Pesquisas recentes|Corpo da requisição|obrigatório|Respostas|Resultados da pesquisa|Esquemas|Escopos|Pesquisar|Seções|Selecionar|Enviar|Servidores|Mostrar o código|Sair|Ir para o conteúdo|Sucesso|Tabela|abas|Não disponível|Última atualização|Valores|Versões e idiomas|Ver como Markdown|Atenção|somente gravação|Sim'.split(
      '|',
    ),
  ru: 'Все результаты|Объявление|Справочник API|Авторизация|Назад к тексту|Закрыть|Код|Скопировано|Копировать|Копировать адрес MCP|Копировать страницу|Опасность|Тёмная тема|По умолчанию|Устарело|Диаграмма|Сделано|Рисунок|Редактировать страницу|В других разделах сайта|Пример|Спасибо за отзыв.|Что можно улучшить?|Формула|Заголовки|Была ли страница полезна?|Главная|Информация|Язык|Ссылка на этот раздел|Ссылки|Загрузить с|Меню|Ещё результаты|Далее|Нет|Не сделано|Страница не найдена|По этому адресу нет страницы. Возможно, она перемещена или удалена.|Примечания|Ничего не найдено по запросу|На этой странице|Открыть|Открыть в|необязательно|Действия со страницей|Страницы|Параметры|Путь к этой странице|Скачать PDF|Назад|Политика конфиденциальности|Промпт|Опубликовано с помощью|только чтение|Недавние запросы|Тело запроса|обязательно|Ответы|Результаты поиска|Схемы|Области доступа|Поиск|Разделы|Выбрать|Отправить|Серверы|Показать код|Выйти|К содержанию|Успех|Таблица|вкладки|Недоступно|Последнее обновление|Значения|Версии и языки|Показать как Markdown|Внимание|только запись|Да'.split(
    '|',
  ),
  ja: 'すべての結果|お知らせ|API リファレンス|認可|本文に戻る|閉じる|コード|コピーしました|コピー|MCP のアドレスをコピー|ページをコピー|危険|ダークモード|既定値|非推奨|図表|完了|図|このページを編集|サイト内の他の場所|例|フィードバックをありがとうございます。|改善できる点を教えてください|数式|ヘッダー|このページは役に立ちましたか？|ホーム|情報|言語|このセクションへのリンク|リンク|読み込み元|メニュー|さらに表示|次へ|いいえ|未完了|ページが見つかりません|このアドレスにページはありません。移動または削除された可能性があります。|注|該当なし:|このページの内容|開く|開く:|任意|ページの操作|ページ|パラメーター|このページへのパス|PDF をダウンロード|前へ|プライバシーポリシー|プロンプト|公開:|読み取り専用|最近の検索|リクエスト本文|必須|レスポンス|検索結果|スキーマ|スコープ|検索|セクション|選択|送信|サーバー|コードを表示|ログアウト|本文へ移動|成功|表|タブ|利用できません|最終更新|値|バージョンと言語|Markdown で表示|警告|書き込み専用|はい'.split(
    '|',
  ),
  zh: '全部结果|公告|API 参考|授权|返回正文|关闭|代码|已复制|复制|复制 MCP 地址|复制页面|危险|深色模式|默认值|已弃用|图表|已完成|绘图|编辑此页|本站其他位置|示例|感谢您的反馈。|哪里可以改进？|公式|标头|此页面对您有帮助吗？|首页|信息|语言|本节链接|链接|加载自|菜单|更多结果|下一页|否|未完成|页面不存在|此地址没有页面。它可能已被移动或删除。|注释|没有找到|本页内容|打开|打开于|可选|页面操作|页面|参数|本页路径|下载 PDF|上一页|隐私政策|提示词|发布工具|只读|最近搜索|请求正文|必填|响应|搜索结果|模式|权限范围|搜索|栏目|选择|发送|服务器|显示代码|退出登录|跳到正文|成功|表格|标签页|不可用|最后更新|取值|版本和语言|以 Markdown 查看|警告|只写|是'.split(
    '|',
  ),
};

const keys = Object.keys(english) as (keyof Labels)[];

/** The labels in the first of the languages in which there are any. */
export function labelsIn(...wanted: (string | undefined)[]): Labels {
  for (const language of wanted) {
    if (language?.startsWith('en')) return english;
    const texts = translated[language === 'pt' ? 'pt-br' : (language ?? '')];
    if (texts) return Object.fromEntries(keys.map((key, index) => [key, texts[index]])) as Labels;
  }
  return english;
}

/** The languages in which there are labels. */
export const labelled: readonly string[] = ['en', ...Object.keys(translated)];
