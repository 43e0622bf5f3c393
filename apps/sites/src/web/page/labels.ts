const english = {
  announcement: 'Announcement',
  api: 'API reference',
  authorization: 'Authorization',
  backToText: 'Back to the text',
  code: 'Code',
  danger: 'Danger',
  default: 'Default',
  deprecated: 'Deprecated',
  done: 'Done',
  drawing: 'Drawing',
  formula: 'Formula',
  home: 'Home',
  info: 'Information',
  linkToSection: 'Link to this section',
  links: 'Links',
  menu: 'Menu',
  more: 'More results',
  next: 'Next',
  notDone: 'Not done',
  notes: 'Notes',
  nothingFound: 'Nothing was found for',
  notFound: 'Page not found',
  notFoundText: 'There is no page at this address. It may have moved or been removed.',
  onThisPage: 'On this page',
  pages: 'Pages',
  parameters: 'Parameters',
  path: 'Path to this page',
  previous: 'Previous',
  prompt: 'Prompt',
  requestBody: 'Request body',
  required: 'required',
  responses: 'Responses',
  results: 'Search results',
  schemas: 'Schemas',
  search: 'Search',
  sections: 'Sections',
  showCode: 'Show the code',
  skip: 'Skip to the content',
  success: 'Success',
  table: 'Table',
  tabs: 'tabs',
  unknownReference: 'Not available',
  updated: 'Last updated',
  values: 'Values',
  variants: 'Versions and languages',
  warning: 'Warning',
};

/** What pages say besides their content. */
export type Labels = typeof english;

/** In the order of the keys above. */
const translated: Record<string, readonly string[]> = {
  de: 'Ankündigung|API-Referenz|Autorisierung|Zurück zum Text|Code|Gefahr|Standard|Veraltet|Erledigt|Zeichnung|Formel|Startseite|Hinweis|Link zu diesem Abschnitt|Links|Menü|Weitere Ergebnisse|Weiter|Offen|Anmerkungen|Nichts gefunden für|Seite nicht gefunden|Unter dieser Adresse gibt es keine Seite. Vielleicht wurde sie verschoben oder entfernt.|Auf dieser Seite|Seiten|Parameter|Pfad zu dieser Seite|Zurück|Prompt|Inhalt der Anfrage|erforderlich|Antworten|Suchergebnisse|Schemata|Suche|Bereiche|Code zeigen|Zum Inhalt springen|Erfolg|Tabelle|Reiter|Nicht verfügbar|Zuletzt geändert|Werte|Versionen und Sprachen|Warnung'.split(
    '|',
  ),
  fr: 'Annonce|Référence de l’API|Autorisation|Retour au texte|Code|Danger|Par défaut|Obsolète|Fait|Dessin|Formule|Accueil|Information|Lien vers cette section|Liens|Menu|Plus de résultats|Suivant|À faire|Notes|Aucun résultat pour|Page introuvable|Il n’y a pas de page à cette adresse. Elle a peut-être été déplacée ou supprimée.|Sur cette page|Pages|Paramètres|Chemin vers cette page|Précédent|Prompt|Corps de la requête|obligatoire|Réponses|Résultats de la recherche|Schémas|Rechercher|Sections|Afficher le code|Aller au contenu|Succès|Tableau|onglets|Non disponible|Dernière mise à jour|Valeurs|Versions et langues|Avertissement'.split(
    '|',
  ),
  es: 'Anuncio|Referencia de la API|Autorización|Volver al texto|Código|Peligro|Por defecto|Obsoleto|Hecho|Dibujo|Fórmula|Inicio|Información|Enlace a esta sección|Enlaces|Menú|Más resultados|Siguiente|Pendiente|Notas|No se encontró nada para|Página no encontrada|No hay ninguna página en esta dirección. Puede que se haya movido o eliminado.|En esta página|Páginas|Parámetros|Ruta a esta página|Anterior|Prompt|Cuerpo de la solicitud|obligatorio|Respuestas|Resultados de la búsqueda|Esquemas|Buscar|Secciones|Mostrar el código|Saltar al contenido|Éxito|Tabla|pestañas|No disponible|Última actualización|Valores|Versiones e idiomas|Advertencia'.split(
    '|',
  ),
  nl: 'Aankondiging|API-referentie|Autorisatie|Terug naar de tekst|Code|Gevaar|Standaard|Verouderd|Gedaan|Tekening|Formule|Start|Informatie|Link naar deze sectie|Links|Menu|Meer resultaten|Volgende|Niet gedaan|Noten|Niets gevonden voor|Pagina niet gevonden|Op dit adres is geen pagina. Misschien is die verplaatst of verwijderd.|Op deze pagina|Pagina’s|Parameters|Pad naar deze pagina|Vorige|Prompt|Inhoud van het verzoek|verplicht|Antwoorden|Zoekresultaten|Schema’s|Zoeken|Secties|Code tonen|Naar de inhoud|Gelukt|Tabel|tabbladen|Niet beschikbaar|Laatst bijgewerkt|Waarden|Versies en talen|Waarschuwing'.split(
    '|',
  ),
  no: 'Kunngjøring|API-referanse|Autorisasjon|Tilbake til teksten|Kode|Fare|Standard|Utgått|Gjort|Tegning|Formel|Hjem|Informasjon|Lenke til denne delen|Lenker|Meny|Flere resultater|Neste|Ikke gjort|Noter|Ingenting ble funnet for|Siden ble ikke funnet|Det finnes ingen side på denne adressen. Den kan ha blitt flyttet eller fjernet.|På denne siden|Sider|Parametere|Sti til denne siden|Forrige|Prompt|Innhold i forespørselen|påkrevd|Svar|Søkeresultater|Skjemaer|Søk|Seksjoner|Vis koden|Gå til innholdet|Suksess|Tabell|faner|Ikke tilgjengelig|Sist oppdatert|Verdier|Versjoner og språk|Advarsel'.split(
    '|',
  ),
  'pt-br':
    'Aviso|Referência da API|Autorização|Voltar ao texto|Código|Perigo|Padrão|Obsoleto|Feito|Desenho|Fórmula|Início|Informação|Link para esta seção|Links|Menu|Mais resultados|Próxima|A fazer|Notas|Nada foi encontrado para|Página não encontrada|Não há página neste endereço. Ela pode ter sido movida ou removida.|Nesta página|Páginas|Parâmetros|Caminho para esta página|Anterior|Prompt|Corpo da requisição|obrigatório|Respostas|Resultados da pesquisa|Esquemas|Pesquisar|Seções|Mostrar o código|Ir para o conteúdo|Sucesso|Tabela|abas|Não disponível|Última atualização|Valores|Versões e idiomas|Atenção'.split(
      '|',
    ),
  ru: 'Объявление|Справочник API|Авторизация|Назад к тексту|Код|Опасность|По умолчанию|Устарело|Сделано|Рисунок|Формула|Главная|Информация|Ссылка на этот раздел|Ссылки|Меню|Ещё результаты|Далее|Не сделано|Примечания|Ничего не найдено по запросу|Страница не найдена|По этому адресу нет страницы. Возможно, она перемещена или удалена.|На этой странице|Страницы|Параметры|Путь к этой странице|Назад|Промпт|Тело запроса|обязательно|Ответы|Результаты поиска|Схемы|Поиск|Разделы|Показать код|К содержанию|Успех|Таблица|вкладки|Недоступно|Последнее обновление|Значения|Версии и языки|Внимание'.split(
    '|',
  ),
  ja: 'お知らせ|API リファレンス|認可|本文に戻る|コード|危険|既定値|非推奨|完了|図|数式|ホーム|情報|このセクションへのリンク|リンク|メニュー|さらに表示|次へ|未完了|注|該当なし:|ページが見つかりません|このアドレスにページはありません。移動または削除された可能性があります。|このページの内容|ページ|パラメーター|このページへのパス|前へ|プロンプト|リクエスト本文|必須|レスポンス|検索結果|スキーマ|検索|セクション|コードを表示|本文へ移動|成功|表|タブ|利用できません|最終更新|値|バージョンと言語|警告'.split(
    '|',
  ),
  zh: '公告|API 参考|授权|返回正文|代码|危险|默认值|已弃用|已完成|绘图|公式|首页|信息|本节链接|链接|菜单|更多结果|下一页|未完成|注释|没有找到|页面不存在|此地址没有页面。它可能已被移动或删除。|本页内容|页面|参数|本页路径|上一页|提示词|请求正文|必填|响应|搜索结果|模式|搜索|栏目|显示代码|跳到正文|成功|表格|标签页|不可用|最后更新|取值|版本和语言|警告'.split(
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
