# Что говорит quipu, по-русски. Имена те же, что в `en.ftl`.

## Неверный вызов: что, почему и что делать

no-folder = текущей папки нет; укажите папку флагом --workspace
lang-unknown = QUIPU_LANG называет «{ $found }», а на этом языке программа не говорит; задайте en или ru
pair = запишите в виде КЛЮЧ=ЗНАЧЕНИЕ
standard-input = стандартный ввод
standard-output = стандартный вывод
summary-of-entity = целиком показывается только сущность; вызовите `quipu show entity ИМЯ --summary`
tree-of-entity = соседи есть только у сущности; вызовите `quipu show entity ИМЯ --tree`
show-nothing = здесь ничего нет под этим именем; `quipu search` ищет фрагменты по словам
bench-no-sets = ни здесь, ни в папках выше нет { $folder }; укажите папку флагом --sentences
bench-thread = поток измерений прервался; запустите ещё раз и, если это повторится, сообщите об ошибке
no-config-home = не заданы ни XDG_CONFIG_HOME, ни HOME; задайте одну из переменных
no-editor = не заданы ни VISUAL, ни EDITOR; задайте одну из переменных или используйте `quipu config set`
no-parent = { $path } не лежит ни в какой папке; укажите другой файл
editor = редактор { $program }
editor-failed = редактор { $program } завершился с ошибкой ({ $ended }), поэтому { $path } не изменён; задайте другой в VISUAL или используйте `quipu config set`
edit-refused = файл { $path } остался прежним, а набранное сохранено в { $kept }
export-folder = этот формат — папка с файлами; укажите её флагом --to
draw-where = укажите, куда рисовать: --html ФАЙЛ, --svg ФАЙЛ, --dot ФАЙЛ или --json
min-cosine = --min — косинус, от -1 до 1
token-made = токен { $id }: показывается один раз; посылайте его как `Authorization: Bearer`
token-unknown = токена «{ $id }» нет; их показывает `quipu token list`
serving = Quipu отвечает на { $address } (Ctrl-C — завершить)
serve-open = { $address } доступен с других машин, а токена нет; создайте: `quipu token create ИМЯ`, или слушайте 127.0.0.1
serve-listen = { $address }: { $reason }; назовите другой адрес: --listen
serve-proxy = server.proxies: «{ $found }» — не адрес и не сеть адресов; пишите так: 127.0.0.1 или 10.0.0.0/8
serve-public-url = server.public_url: «{ $found }» — не адрес веб-сервера; пишите так: https://quipu.example.org или https://example.org/quipu
serve-state = файлы сервера в { $folder }: { $reason }
serve-workspace = рабочее пространство { $name } нельзя обслуживать
serve-not-opened = браузер не открылся: { $reason }
serve-address = «{ $found }» — не адрес; пишите так: 127.0.0.1:7171
serve-root = `server.roots`: { $folder }: { $reason }
backed-up = файлов: { $files }, { $megabytes } МБ
restored = файлов: { $files }, { $megabytes } МБ в { $folder }
backup-there = { $path } уже есть; назовите другой файл или замените его: --force
handed = это делает сервер, у которого это рабочее пространство, по своим настройкам: задание { $job }
handed-no-input = у сервера это рабочее пространство, а стандартный ввод он не читает; запишите его в файл или завершите сервер
handed-path = { $path } — не Unicode, а рабочее пространство у сервера; переименуйте или завершите сервер
handed-broken = отчёт сервера не читается: он другой версии
stopping = останавливаюсь: сохраняю прочитанное (Ctrl-C ещё раз — остановиться сразу)
folder-not-empty = папка { $folder } не пуста; укажите пустую или ещё не созданную
workspace-delete = Удалить { $store }?
workspace-none = Именованных рабочих пространств нет; имя даёт `quipu workspace create ИМЯ`.
workspace-created = { $name } — это { $folder }; наполните: `quipu -w { $name } index ПУТЬ`
say-yes = { $question } Добавьте --yes: спросить не у кого, терминала нет
yes-or-no = { $question } [д/Н]
eval-stale = Без вердикта ответов: { $count }: { $ids }. `--json` печатает их для оценки.
eval-unread = { $path } пропущен: { $why }
eval-configuration = конфигурация «{ $name }»
damaged = файл рабочего пространства повреждён: прочитанное не имеет смысла, или файл обрывается; где именно, скажет `quipu doctor`

## Отказы системы

of-file = { $path }: { $reason }
unsaid = { $error }
system-not-found = нет такого файла или папки; проверьте путь
system-denied = доступ запрещён; измените права или выберите другое место
system-exists = такой файл уже есть; выберите другое имя
system-is-folder = это папка; укажите файл
system-no-folder = часть пути — файл; укажите папку
system-full = диск заполнен; освободите место и запустите ещё раз
system-read-only = файловая система доступна только для чтения; выберите другое место
system-name = система не принимает это имя; выберите другое
system-too-large = файл слишком велик для системы; выберите другое место
system-refused = там никто не отвечает
system-slow = время ожидания истекло; попробуйте ещё раз
system-files = процесс больше не может открывать файлы; увеличьте `ulimit -n` или работайте сразу с меньшим числом рабочих пространств
system-memory = процессу больше не дают памяти или адресного пространства; увеличьте `ulimit -v` и vm.max_map_count или работайте сразу с меньшим числом рабочих пространств
system-other = { $reason }

## Настройки

origin-default = значение по умолчанию
origin-unset = по умолчанию
origin-variable = переменная { $name }
origin-flag = флаг { $name }
setting-all = все настройки покажет `quipu settings`
setting-near = может быть, «{ $name }»? Все настройки покажет `quipu settings`
former-key = ключ { $key } (источник: { $origin }) теперь называется { $now }: переименуйте его
former-key-gone = ключа { $key } (источник: { $origin }) больше нет: его значение постоянно; уберите его
setting-set-by = { $value }, источник: { $origin }
overlap-too-much = фрагменты { $splitter } так малы, что могут повторять не больше { $most }
accepts-number = число от { $low } до { $high }
accepts-names = одно из значений { $names }
accepts-text = текст
accepts-texts = список текстов, например ["\n\n", " "]
accepts-expression = выражение над полями ({ $wrong })
accepts-lines = список строк, например { $example }

## Числа со словами

unit-bytes = { $value } Б
unit-kilobytes = { $value } кБ
unit-megabytes = { $value } МБ
unit-gigabytes = { $value } ГБ
unit-terabytes = { $value } ТБ
unit-seconds = { $value } с
unit-minutes = { $minutes } мин { $seconds } с
unit-hours = { $hours } ч { $minutes } мин
count-documents = { $count ->
    [one] { $count } документ
    [few] { $count } документа
   *[other] { $count } документов
}
count-chunks = { $count ->
    [one] { $count } фрагмент
    [few] { $count } фрагмента
   *[other] { $count } фрагментов
}

## Отчёты

watch-waiting = { $holder } пишет в { $path }; изменённое будет прочитано, когда он закончит
read-skipped = { $path }: { $why }
read-partial = прочитан не целиком: { $why }
read-page = страница { $page }
report-skipped = пропущен { $path }: { $why }
report-partial = прочитан не целиком { $path }: { $why }
report-replaced = заменён более поздним файлом с тем же id { $path }: { $why }
report-moved = перемещён: { $from } -> { $to }
report-removed = убран: { $id }
report-kept = { $count ->
    [one] оставлен: { $count } документ, чей файл недоступен (первый: { $id }); забыть его: --prune --force
    [few] оставлены: { $count } документа, чьи файлы недоступны (первый: { $id }); забыть их: --prune --force
   *[many] оставлены: { $count } документов, чьи файлы недоступны (первый: { $id }); забыть их: --prune --force
}
report-uncovered = { $count ->
    [one] у { $count } фрагмента нет вектора: модель не читает его текст; найти его можно только по словам
   *[other] у { $count } фрагментов нет векторов: модель не читает их текст; найти их можно только по словам
}
report-language = { $documents ->
    [one] { $documents } документ (язык: { $language })
    [few] { $documents } документа (язык: { $language })
   *[other] { $documents } документов (язык: { $language })
}
report-languages-questions = { $counts }: читаются слова, имена по заглавным буквам и вопросительные слова, но не предложения
report-languages-words = { $counts }: находятся только по словам
report-languages-note = { $told }; имена, утверждения и связи читаются на английском и русском
report-stale = устарел: { $id } (в его файле этого текста больше нет, и ответы, которые его цитируют, говорят об этом; --prune уберёт документ, с --force и тот, чей файл не открывается)
report-left-out = не документы, пропущено: { $kinds } (`load.everything` читает и их)
left-out-drawing = { $count ->
    [one] { $count } рисунок
    [few] { $count } рисунка
   *[many] { $count } рисунков
}
left-out-minified = { $count ->
    [one] { $count } сжатый скрипт
    [few] { $count } сжатых скрипта
   *[many] { $count } сжатых скриптов
}
left-out-source-map = { $count ->
    [one] { $count } карта исходников
    [few] { $count } карты исходников
   *[many] { $count } карт исходников
}
left-out-lock = { $count ->
    [one] { $count } файл версий пакетов
    [few] { $count } файла версий пакетов
   *[many] { $count } файлов версий пакетов
}
left-out-leftover = { $count ->
    [one] { $count } остаток редактора
    [few] { $count } остатка редакторов
   *[many] { $count } остатков редакторов
}
left-out-unfinished = { $count ->
    [one] { $count } временный или недокачанный файл
    [few] { $count } временных или недокачанных файла
   *[many] { $count } временных или недокачанных файлов
}
left-out-key = { $count ->
    [one] { $count } ключ или сертификат
    [few] { $count } ключа и сертификата
   *[many] { $count } ключей и сертификатов
}
left-out-template = { $count ->
    [one] { $count } файл, исключённый хранилищем заметок (шаблоны, пропускаемые папки)
    [few] { $count } файла, исключённых хранилищем заметок (шаблоны, пропускаемые папки)
   *[many] { $count } файлов, исключённых хранилищем заметок (шаблоны, пропускаемые папки)
}
left-out-query = { $count ->
    [one] { $count } запрос хранилища заметок
    [few] { $count } запроса хранилища заметок
   *[many] { $count } запросов хранилища заметок
}
left-out-wiki = { $count ->
    [one] { $count } страница вики, которую записал Quipu
    [few] { $count } страницы вики, которую записал Quipu
   *[other] { $count } страниц вики, которую записал Quipu
}
left-out-data = данные внутри { $count ->
    [one] { $count } документа
   *[other] { $count } документов
}
report-missing = нет файла: { $id } (--prune уберёт документ)
report-deleted = удалён: { $id }
report-unmatched = нет документа: { $target }
report-amended = исправлен: { $id }
report-amended-all = { $documents ->
    [one] Исправлен { $documents } документ
    [few] Исправлено { $documents } документа
   *[other] Исправлено { $documents } документов
}, без изменений { $unchanged }
report-stopped = Остановлено: { $durable ->
    [one] сохранён { $durable } документ
    [few] сохранено { $durable } документа
   *[other] сохранено { $durable } документов
} этого запуска; следующий запуск продолжит с этого места.
report-nothing = Делать нечего: { $unchanged ->
    [one] { $unchanged } документ
    [few] { $unchanged } документа
   *[other] { $unchanged } документов
} без изменений ({ $time }).
report-done = Документы: { $added ->
    [one] добавлен { $added }
   *[other] добавлено { $added }
}, { $changed ->
    [one] изменён { $changed }
   *[other] изменено { $changed }
}, { $removed ->
    [one] убран { $removed }
   *[other] убрано { $removed }
}, без изменений { $unchanged }; фрагменты: { $came ->
    [one] появился { $came }
   *[other] появилось { $came }
}, { $went ->
    [one] исчез { $went }
   *[other] исчезло { $went }
}; { $size } текста за { $time }.
report-deleted-all = { $documents ->
    [one] Удалён { $documents } документ
    [few] Удалено { $documents } документа
   *[other] Удалено { $documents } документов
}, с ними { $chunks ->
    [one] { $chunks } фрагмент
    [few] { $chunks } фрагмента
   *[other] { $chunks } фрагментов
}.
lagging = процесс { $process } всё ещё читает состояние на { $commits ->
    [one] { $commits } запись
    [few] { $commits } записи
   *[other] { $commits } записей
} раньше: пока он не завершится, место, занятое заменённым, не освободится
exported = Экспорт: { $documents ->
    [one] { $documents } документ
    [few] { $documents } документа
   *[other] { $documents } документов
}, { $chunks ->
    [one] { $chunks } фрагмент
    [few] { $chunks } фрагмента
   *[other] { $chunks } фрагментов
}.
exported-all = Экспорт: { $documents ->
    [one] { $documents } документ
    [few] { $documents } документа
   *[other] { $documents } документов
}, { $chunks ->
    [one] { $chunks } фрагмент
    [few] { $chunks } фрагмента
   *[other] { $chunks } фрагментов
}, { $entities ->
    [one] { $entities } сущность
    [few] { $entities } сущности
   *[other] { $entities } сущностей
}, { $relations ->
    [one] { $relations } связь
    [few] { $relations } связи
   *[other] { $relations } связей
}.
wiki-made = готово страниц: { $made }, всего не больше { $most }
wiki-compared = сравнено файлов: { $made } из { $most }
wiki-written = Вики, { $pages ->
    [one] { $pages } страница
    [few] { $pages } страницы
   *[other] { $pages } страниц
}: записано { $written }, без изменений { $unchanged }, с вашей правкой { $kept }, перенесено в .trash { $moved }, { $time }
wiki-kept = оставлена с вашей правкой: { $path }; --force запишет её
wiki-skipped = не записана, это имя занято вашим файлом: { $path }
wiki-more = и ещё { $count }
wiki-stopped = остановлено: следующий запуск продолжит
exported-meanwhile = Тем временем в рабочее пространство писали: части могут относиться к разным моментам; чтобы получить один, повторите экспорт.
imported-refused = строка { $line }: { $why }
imported-refused-more = и ещё { $count ->
    [one] { $count } строка
    [few] { $count } строки
   *[other] { $count } строк
}
imported-missing = не целиком: { $missing }
imported-vectors = векторы: { $vectors }
imported-stopped = Остановлено после { $lines ->
    [one] { $lines } строки
   *[other] { $lines } строк
}; повторный импорт всего файла продолжит с этого места.
imported = { $lines ->
    [one] Прочитана { $lines } строка
    [few] Прочитаны { $lines } строки
   *[other] Прочитано { $lines } строк
}; документы: { $added ->
    [one] добавлен { $added }
   *[other] добавлено { $added }
}, { $changed ->
    [one] изменён { $changed }
   *[other] изменено { $changed }
}, без изменений { $unchanged }; фрагменты: { $came ->
    [one] появился { $came }
   *[other] появилось { $came }
}, { $went ->
    [one] исчез { $went }
   *[other] исчезло { $went }
} ({ $time }).
doctor-repaired = { $part }: { $found } (исправлено)
doctor-well = { $checked ->
    [one] Проверена { $checked } ссылка
    [few] Проверены { $checked } ссылки
   *[other] Проверено { $checked } ссылок
} и все счётчики; ошибок не осталось.
doctor-remains = { $checked ->
    [one] Проверена { $checked } ссылка
    [few] Проверены { $checked } ссылки
   *[other] Проверено { $checked } ссылок
} и все счётчики; { $problems ->
    [one] осталась { $problems } ошибка
    [few] остались { $problems } ошибки
   *[other] осталось { $problems } ошибок
}; производные данные построит заново `quipu doctor --repair`.
status-workspace = рабочее пространство
status-documents = { $count ->
    [one] документ
    [few] документа
   *[other] документов
}
status-chunks = { $count ->
    [one] фрагмент
    [few] фрагмента
   *[other] фрагментов
}
status-terms = { $count ->
    [one] основа слова
    [few] основы слов
   *[other] основ слов
}
status-names = { $count ->
    [one] имя
    [few] имени
   *[other] имён
}
status-relations = { $count ->
    [one] связь
    [few] связи
   *[other] связей
}
status-vectors = { $count ->
    [one] вектор
    [few] вектора
   *[other] векторов
}
status-changes = { $count ->
    [one] изменение
    [few] изменения
   *[other] изменений
}
status-unindexed = { $count ->
    [one] фрагмент, ещё не внесённый в индекс слов
    [few] фрагмента, ещё не внесённых в индекс слов
   *[other] фрагментов, ещё не внесённых в индекс слов
}
status-embedder = векторы { $name }, { $dimension ->
    [one] { $dimension } компонента
    [few] { $dimension } компоненты
   *[other] { $dimension } компонент
}
status-beside = строк о сообществах, отчётах и вещах для поиска, { $size } ключей и значений
status-kept = { $name }, { $count ->
    [one] ключ и значение: { $size }
   *[other] ключи и значения: { $size }
}
progress-read = { $files ->
    [one] прочитан { $files } файл
    [few] прочитаны { $files } файла
   *[other] прочитано { $files } файлов
}
progress-text = { $size } текста
progress-rate = { $size }/с
progress-durable = { $count ->
    [one] сохранён { $count }
   *[other] сохранено { $count }
}
progress-skipped = { $count ->
    [one] пропущен { $count }
   *[other] пропущено { $count }
}
progress-left = осталось около { $time }
cluster-standing = отчётов: { $reports } из { $of }
cluster-done = { $count ->
    [one] { $count } сообщество
    [few] { $count } сообщества
   *[other] { $count } сообществ
} ({ $levels }), { $entities ->
    [one] { $entities } сущность
    [few] { $entities } сущности
   *[other] { $entities } сущностей
}
cluster-reports = { $made ->
    [one] составлен { $made } отчёт
    [few] составлено { $made } отчёта
   *[other] составлено { $made } отчётов
}, прежних осталось { $stood }, за { $time }
cluster-hubs = гости, потому что встречаются почти везде: { $hubs }
cluster-quality = модулярность { $quality }
cluster-drift = модулярность { $quality }, с последнего полного прохода { $drift }; сменили сообщество { $moved } % сущностей, число фрагментов изменилось на { $grown } %
cluster-far = пора пройти заново: `quipu cluster --full`
cluster-written = { $made ->
    [one] модель { $model } написала { $made } отчёт
    [few] модель { $model } написала { $made } отчёта
   *[other] модель { $model } написала { $made } отчётов
}, прежних осталось { $stood }
cluster-slightly = из них о сообществах, которые с тех пор немного изменились: { $count }
cluster-small = слишком малы для модели (`communities.report_least`), о них рассказывают предложения документов: { $count }
cluster-dropped = отброшено выводов и предложений, которых не подтверждает ни один фрагмент: { $count }
cluster-missing = не написано: { $title } ({ $reason })
cluster-missing-all = { $count ->
    [one] нет { $count } отчёта
   *[other] нет { $count } отчётов
}; вместо них стоят предложения документов, а `quipu cluster --write --again` спросит о них снова
estimated-reports = { $count ->
    [one] { $count } отчёт
    [few] { $count } отчёта
   *[other] { $count } отчётов
} для модели { $model }
estimated-level = {"  "}уровень { $level }: { $count }, токенов { $input }; остаются { $stand }
community-slightly = с тех пор немного изменилось ({ $share } %)
community-stale = с тех пор изменилось: `quipu cluster --write` напишет заново
cluster-stopped = остановлено: составленное остаётся, следующий запуск продолжит
communities-none = здесь ничто ни с чем не связано, поэтому сообществ нет
communities-left = и ещё { $count }: `--level` показывает глубже, `-k` больше
community-held = { $entities ->
    [one] { $entities } сущность
    [few] { $entities } сущности
   *[other] { $entities } сущностей
}, { $chunks ->
    [one] { $chunks } фрагмент
    [few] { $chunks } фрагмента
   *[other] { $chunks } фрагментов
} из { $documents ->
    [one] { $documents } документа
   *[other] { $documents } документов
}, оценка { $rating }
communities-page = О чём документы
community-extract = рассказано предложениями документов
community-model = рассказано моделью
community-names = {"  "}в середине: { $names }
community-kinds = {"  "}виды: { $kinds }
community-parts = {"  "}его части:
themes-none = документов слишком мало для тем: `quipu status --overview` рассказывает о каждом
themes-held = { $documents ->
    [one] { $documents } документ
    [few] { $documents } документа
   *[other] { $documents } документов
}
overview-documents = { $documents ->
    [one] { $documents } документ
    [few] { $documents } документа
   *[other] { $documents } документов
}: { $formats }; языки: { $languages }
overview-dates = датированы с { $first } по { $last }
overview-themes = темы: { $themes }
overview-named = чаще всего названы: { $names }
overview-latest = последние: { $documents }
overview-questions = вопросы, на которые документы отвечают:
reembed-standing = { $chunks ->
    [one] обработан { $chunks } фрагмент
    [few] обработаны { $chunks } фрагмента
   *[other] обработано { $chunks } фрагментов
}, { $rate }/с, осталось { $left }
reembed-left = около { $time }
reembed-done = { $chunks ->
    [one] { $chunks } фрагмент обработан
    [few] { $chunks } фрагмента обработаны
   *[other] { $chunks } фрагментов обработано
} моделью { $model } за { $time }
reembed-uncovered = { $count ->
    [one] у { $count } из них нет вектора
   *[other] у { $count } из них нет векторов
}: модель не знает их письма
reembed-switched = теперь рабочее пространство пользуется её векторами
reembed-stopped = остановлено: в ходу прежние векторы; та же команда продолжит с этого места
upgrade-standing = обновлено { $done } из { $of } фрагментов и документов
upgrade-done = с формата { $from } на { $to } за { $time }: { $documents ->
    [one] { $documents } документ
    [few] { $documents } документа
   *[other] { $documents } документов
}, { $chunks ->
    [one] { $chunks } фрагмент
    [few] { $chunks } фрагмента
   *[other] { $chunks } фрагментов
}; файлы заново не читались
upgrade-nothing = рабочее пространство уже формата { $format }, который читает эта программа: делать нечего
upgrade-stopped = остановлено: формат рабочего пространства прежний, { $from }; та же команда продолжит с этого места
model-here = есть
model-reader = читает
model-removed = { $folder } удалена
model-standing = { $path }: { $done }
model-standing-of = { $path }: { $done } из { $total }

page-search = Поиск ( / )
page-find = Поиск
page-nearer = Приблизить
page-farther = Отдалить
page-all = Всё

## Ответы, находки, объекты

answer-nearest = Самое близкое, хотя ответа там, по-видимому, нет:
prompts-other = { $name ->
    [answer] как пишутся и проверяются ответы и переписываются вопросы (`answer.prompts`)
    [agent] как агент спрашивает о виде вопроса, плане, вызовах инструментов и оценках (`agent.prompts`)
    [context] как определяется место фрагментов в документах (`extract.context_words`)
   *[other] как из многих описаний получается одно (`extract.describe`)
}
extracted-placed = указано место в документе: { $chunks ->
    [one] { $chunks } фрагмент
    [few] { $chunks } фрагмента
   *[other] { $chunks } фрагментов
} ({ $model })
extracted-unplaced-rest = место остальных не указано ({ $reason })
estimated-whole = всё вместе — окон { $windows }, запросов { $calls }; токенов: { $input } в запросах, { $output } в ответах
estimated-context = чтобы указать место фрагментов: запросов { $calls }; токенов: { $input } в запросах, { $output } в ответах
extracted-described = описано: { $made }, без изменений { $unchanged }
extracted-undescribed = не описано: { $name } ({ $reason })
extracted-undescribed-rest = остальное не описано ({ $reason })
answer-unsupported = Ни один источник не подтверждает:
answer-unwritten = модель ответа не написала, это предложения из документов ({ $why })
answer-unrewritten = модель не переписала вопрос так, чтобы он был понятен сам по себе ({ $why })
answer-broken = ответ неполон ({ $why })
answer-unknown = модель сослалась на источники, которых нет: { $numbers }
answer-dropped = { $count ->
    [one] { $count } предложение модели убрано: того, что в нём, нет в предложениях, на которые оно ссылается
    [few] { $count } предложения модели убраны: того, что в них, нет в предложениях, на которые они ссылаются
   *[many] { $count } предложений модели убрано: того, что в них, нет в предложениях, на которые они ссылаются
}
answer-unmapped = на { $failed } из { $of } запросов о темах не было годного ответа; на его месте предложения документов
answer-none-supported = { $count ->
    [0] модель не нашла ответа в предложениях документов; это их предложения
    [one] документы не подтверждают { $count } предложение модели; это предложения документов
    [few] документы не подтверждают ни одного из { $count } предложений модели; это предложения документов
   *[many] документы не подтверждают ни одного из { $count } предложений модели; это предложения документов
}
answer-trust = Уверенность { $value } %.
answer-stated = Сказано в документах: из 10 таких ответов верны примерно { $tenths }.
answer-near = Близко к вопросу: из 10 таких ответов верны примерно { $tenths }.
answer-open = Помечено [?]: { $open ->
    [one] { $open } предложение
    [few] { $open } предложения
   *[many] { $open } предложений
} из { $count }.
answer-spent = { $model }: { $calls ->
    [one] { $calls } запрос
    [few] { $calls } запроса
   *[many] { $calls } запросов
}, токенов прочитано { $input }, написано { $output }
answer-money = стоимость { $money }
session-none = Беседы с именем { $name } нет; `quipu session list` перечисляет все
session-deleted = Удалена { $name }: { $count ->
    [one] { $count } вопрос
    [few] { $count } вопроса
   *[many] { $count } вопросов
}
session-asked = понято как: { $question }
sessions-none = Бесед пока нет; `quipu chat` начинает новую.
chat-begins = Беседа { $name }. Спрашивайте; /help — список команд, Ctrl-D — конец.
chat-turned = Беседа { $name }, пока { $count ->
    [one] { $count } вопрос
    [few] { $count } вопроса
   *[many] { $count } вопросов
}.
chat-stopped = Остановлено.
chat-no-answer = Ответов ещё не было.
chat-help =
    /sources        на чём основан последний ответ
    /history        что сказано в этой беседе
    /new [ИМЯ]      начать другую
    /open ИМЯ       продолжить другую
    /list           все беседы
    /quit           закончить
note = Примечание: { $note }
note-no-names = вопрос не называет ничего, что названо в документах; прогулка начата со слов
note-communities-none = в документах ничто ни с чем не связано, поэтому сообществ нет; спросите с `walk`
note-unread = из { $of } запросов к модели { $failed } не дали ничего пригодного; того, что они должны были рассказать, здесь нет
note-left-out = не прочитано отчётов или фрагментов: { $count }, по границе `look.global.read_tokens`
note-communities-silent = ни одно сообщество документов об этом не говорит; `walk` ищет по отдельным фрагментам
note-other-language = язык вопроса: { $question }; язык ближайших к нему документов: { $documents }. Сопоставляются слова, а не их переводы: спросите на языке документов или назовите многоязычную модель векторов (`embed`)
language-unclear = неясен
language-name = { $code ->
    [en] английский
    [ru] русский
    [uk] украинский
    [be] белорусский
    [bg] болгарский
    [sr] сербский
    [mk] македонский
    [de] немецкий
    [fr] французский
    [es] испанский
    [pt] португальский
    [it] итальянский
    [nl] нидерландский
    [pl] польский
    [cs] чешский
    [sv] шведский
    [da] датский
    [no] норвежский
    [fi] финский
    [hu] венгерский
    [tr] турецкий
    [ro] румынский
    [el] греческий
    [ar] арабский
    [he] иврит
    [hi] хинди
    [zh] китайский
    [ja] японский
    [ko] корейский
    [vi] вьетнамский
    [th] тайский
   *[other] { $code }
}
note-all-asked = ничего не выбрано, поэтому спрошено обо всём
note-quoted = модель не названа: предложения цитируются, ничего не пишется и не оценивается
note-doubted = найденные отрывки, возможно, не отвечают на этот вопрос
note-stale = «{ $document }» цитируется, каким он был: в его файле этого текста больше нет ({ $why })
note-views = обход прерван: число просмотров ограничено настройкой `look.traverse.views`
note-edges-none = рёбра не заданы, переходить некуда; их задаёт `look.traverse.edges`
note-edges-idle = `{ $name }` ничего не меняет, когда `max_depth` равно 0: тогда переходов нет
note-order-idle = `{ $name }` ничего не меняет в порядке `{ $order }`; это для `mmr`
note-root-unknown = среди доступных документов нет документа с id «{ $root }», и с него ничего не начинается
note-field-unknown = поля «{ $field }», названного в ребре, нет ни у одного документа
way-of = по { $of }
way-needs = в её срезе: { $what }, не больше { $count }
way-sees = в её срезе: { $what }
way-bounds = не больше { $views } срезов графа и { $calls } вызовов модели кроме ответа
way-set = { $set } (задано)
note-statements-none = ни одно утверждение документов не близко к вопросу; показаны ближайшие фрагменты
note-entry-none = вопрос не называет ничего, что названо в документах, и ничто не близко к нему
note-clues-none = не названа модель, которая написала бы, что нужно знать; найдены утверждения, ближайшие к вопросу
note-not-worded = модель не спрошена о том, что задают `look.before.wordings` или `look.before.hyde`: она не названа, или поиск её не спрашивает
note-not-reranked = найденное не упорядочено заново: того, что называет `look.after.rerank`, нет, или оно не дало оценок; порядок прежний
note-words-alone = у вопроса нет вектора; поиск шёл только по словам
note-no-vector = у вопроса нет вектора; ищите стратегией `lexical` или `walk`
place = { $path }, байты { $start }-{ $end }
place-page = { $path }, с. { $page }, байты { $start }-{ $end }
search-nothing = Ничего не найдено.
things-standing = подготовлено для поиска: { $made } из { $of }
things-entities = Просмотрено сущностей: { $count }
things-relations = Просмотрено связей: { $count }
things-reports = Отчёты
things-left-out = ещё { $count }, что есть в наименьшем числе фрагментов, не просмотрено
things-above = косинус { $cosine }, на { $above } стандартных отклонений выше, чем у того, что никак не связано
why-word = слово «{ $word }»: здесь { $times ->
    [few] { $times } раза
   *[other] { $times } раз
}, встречается в { $chunks ->
    [one] { $chunks } фрагменте
   *[other] { $chunks } фрагментах
}
why-pair = «{ $words }» вместе: { $ordered ->
    [few] { $ordered } раза
   *[other] { $ordered } раз
} подряд, { $near ->
    [few] { $near } раза
   *[other] { $near } раз
} рядом
why-cosine = косинус { $cosine }
why-entity = в вопросе названо «{ $name }»
why-relation = вопрос о том, что «{ $source } { $predicate } { $target }»
why-near = «{ $name }» близко к вопросу
why-states = здесь сказано «{ $source } { $predicate } { $target }»
why-section = раздел { $heading }
why-clue = модель говорит, что это подтверждает «{ $clue }»
why-reranked = упорядочено заново: { $by }
why-community = сообщество { $title }
why-chunk = фрагмент { $chunk }
why-through = через { $names }
why-place = место { $place } по { $of }
why-alike = повторяет фрагмент { $chunk } (косинус { $cosine })
why-edge = { $edge } = «{ $value }», глубина { $depth }
path-told = { $steps ->
    [one] { $steps } шаг
    [few] { $steps } шага
   *[other] { $steps } шагов
}, цена { $cost }
path-none = Столь короткого пути от { $from } до { $to } нет; более длинные разрешает --length.
path-together = стоит рядом, в { $chunks ->
    [one] { $chunks } фрагменте
   *[other] { $chunks } фрагментах
}
tree-root = { $kind }, в { $chunks ->
    [one] { $chunks } фрагменте
   *[other] { $chunks } фрагментах
}
tree-more = … ещё { $count }
tree-together = вместе в { $chunks ->
    [one] { $chunks } фрагменте
   *[other] { $chunks } фрагментах
}
similar-pairs = { $pairs ->
    [one] { $pairs } пара
    [few] { $pairs } пары
   *[other] { $pairs } пар
} среди { $documents ->
    [one] { $documents } документа
   *[other] { $documents } документов
}.
similar-pairs-without = { $pairs ->
    [one] { $pairs } пара
    [few] { $pairs } пары
   *[other] { $pairs } пар
} среди { $documents ->
    [one] { $documents } документа
   *[other] { $documents } документов
}; без вектора: { $without }.
show-document = документ
show-by-hand = вручную
show-title = заголовок
show-source = источник
show-language = язык
show-partial = не целиком
show-bytes = байты { $start }-{ $end }
show-chunk = фрагмент
show-says = сообщает
show-context = место в документе, со слов модели: { $text }
show-alias = { $name } — другое имя { $of }
show-entity = сущность
show-key = ключ
show-names = имена
show-mentions = упоминания
show-mentions-in = { $count } в { $chunks ->
    [one] { $chunks } фрагменте
   *[other] { $chunks } фрагментах
}
show-weight = вес { $weight }
show-unsure = { $count ->
    [one] опущена { $count } ненадёжная связь; её показывает --unsure
    [few] опущены { $count } ненадёжные связи; их показывает --unsure
   *[other] опущено { $count } ненадёжных связей; их показывает --unsure
}
show-stated = сказано во фрагменте { $chunk }

## Страницы документации

docs-commands =
    # Команды

    Печатает `quipu docs commands`.
docs-settings =
    # Настройки

    Печатает `quipu docs settings`.

    От сильного к слабому: флаг (`--set split.characters=800`), переменная (`QUIPU_SPLIT_CHARACTERS=800`), файл `quipu.toml`
    рядом с `.quipu/`, файл `quipu/config.toml` в `$XDG_CONFIG_HOME` или `~/.config`, значение по умолчанию. Ключ, которого
    нет ни у одной настройки, — ошибка, и она называет ближайший.
docs-settings-head = ключ | по умолчанию | что делает
docs-settings-work = любая строка выше, кроме двух последних, только для одного вида работы, а по умолчанию как там: { $names }
docs-strategies = стратегия | как ищет
docs-splitters = способ | как режет

## Модели, которые проверяются

check-model = { $work }: { $model }
check-model-at = { $work }: { $model }, сервер { $url }
check-fails = не работает: { $reason }
check-works = работает, { $seconds }
check-embed = работает: в векторе { $dimension ->
    [one] { $dimension } компонента
    [few] { $dimension } компоненты
   *[other] { $dimension } компонент
}, { $seconds }
check-background = косинус любых двух текстов около { $cosine }: косинусы считаются от него
check-chat = работает: первый токен через { $first }, затем { $speed ->
    [one] { $speed } токен
    [few] { $speed } токена
   *[other] { $speed } токенов
} в секунду
check-no-json = на просьбу о JSON отвечает не в JSON: факты будут теряться; возьмите модель побольше или сервер, который держит ответы в рамках схемы
check-no-schema = сервер держит ответы в рамках JSON, но не схемы: часть фактов может потеряться; vLLM, llama.cpp, Ollama и OpenAI умеют и то и другое
check-no-format = сервер не держит ответы в рамках JSON: часть фактов может потеряться; vLLM, llama.cpp, Ollama и OpenAI это умеют
check-cuts = из { $of } токенов длинного запроса читает { $read } и об остатке молчит: часть фактов потеряется. Запустите сервер с контекстом в { $context } токенов (Ollama: `OLLAMA_CONTEXT_LENGTH={ $context }`) или укажите в `llm.context` тот, что у него есть
check-refuses-long = отклоняет запрос из { $of } токенов, хотя `llm.context` равен { $context }: запустите сервер с большим контекстом или укажите в `llm.context` тот, что у него есть
check-no-stream = не отвечает по частям: ответ появится только целиком
check-no-tokens = не сообщает число токенов: они оцениваются, и бюджет соблюдается лишь приблизительно
check-thinks = рассуждает, прежде чем ответить, а это время и токены: отключите рассуждения на сервере или возьмите модель без них
check-no-price = неизвестно, сколько она стоит: задайте в `llm.price_input` и `llm.price_output` цену миллиона токенов
check-none =
    Языковая модель не настроена: факты находятся по правилам, а ответы — предложения из документов.
    Чтобы она появилась, задайте

      Ollama            quipu config set llm.name qwen3:8b

      OpenAI            quipu config set llm.url https://api.openai.com/v1
                        quipu config set llm.name gpt-5-mini
                        export OPENAI_API_KEY=...

      другой сервер     quipu config set llm.url http://127.0.0.1:8080/v1
                        quipu config set llm.name ИМЯ
                        quipu config set llm.key ПЕРЕМЕННАЯ

## Фразы нижних этажей, дошедшие как данные

data-unread-parts = картинки, файлы и звук не читаются; ответ дан на текст рядом с ними
data-load-binary = двоичный файл ({ $found }); читать его нечем: сохраните текстом или в читаемом формате
data-load-no-document = не документ ({ $kind }); `load.everything` читает и такое
data-no-document-drawing = рисунок без слов
data-no-document-minified = сжатый скрипт
data-no-document-source-map = карта исходников
data-no-document-lock = файл версий пакетов
data-no-document-leftover = остаток редактора
data-no-document-unfinished = временный или недокачанный файл
data-no-document-key = ключ
data-no-document-template = шаблон или файл, исключённый хранилищем заметок
data-no-document-query = запрос хранилища заметок
data-no-document-wiki = страница вики, которую записал Quipu
data-no-document-data = данные внутри текста
data-stale = в его файле этого текста больше нет: { $why }
data-load-empty = файл пуст; читать нечего
data-load-undecodable = кодировка не распознана: { $reason }; сохраните в UTF-8
data-load-unreadable = не читается: { $reason }
data-load-locked = защищён паролем; сохраните копию без пароля
data-load-damaged = повреждён или обрывается ({ $reason }); откройте и сохраните заново в программе, которая его создала
data-load-needs-ocr = нужно распознавание (OCR): { $reason }
data-load-too-large = больше { $limit } МБ; чтобы прочитать, увеличьте `load.max_file`
data-load-crashed = аварийно завершил читающий процесс ({ $reason }); сохраните файл заново в программе, которая его создала
data-load-too-slow = читался дольше { $seconds } с; чтобы ждать дольше, увеличьте `load.seconds`
data-load-too-dear = занял больше { $seconds } с процессорного времени, а файлу такого размера даётся не больше; чтобы дать больше, увеличьте `load.seconds`
data-load-hurried = занял больше { $seconds } с процессорного времени, а после слишком долгих файлов этого запуска (их { $others }) даётся не больше; прочитайте его без них
data-ocr-pages = { $pages ->
    [1] текст единственной страницы не читается
    [one] текст не читается ни на одной из { $pages } страницы
   *[other] текст не читается ни на одной из { $pages } страниц
}: { $reason }; установите tesseract и pdftoppm и задайте в `load.ocr` языки, например eng+rus
data-ocr-scan = это картинки без текстового слоя
data-ocr-fonts = шрифты не сообщают, какие буквы они рисуют
data-ocr-page = нужно распознавание (OCR) на странице { $pages }
data-ocr-program = { $program } не запускается ({ $reason }); установите её или уберите `load.ocr`
data-pdf-damaged-page = повреждена страница { $pages }
data-pdf-cut = нет конца файла
data-pdf-unread = { $count ->
    [one] не прочитана последняя { $count } страница
    [few] не прочитаны последние { $count } страницы
   *[other] не прочитаны последние { $count } страниц
}
data-found-zip = архив ZIP
data-found-unknown = неизвестный формат
data-found-zeros = нулевых байтов { $zeros } среди первых { $sample }
data-found-controls = управляющих байтов { $controls } среди первых { $sample }
data-json = это не JSON: { $reason }; исправьте файл или исключите его в .quipuignore
data-subtitles = нет времён, как в субтитрах, прочитан как текст
data-table-quotes = кавычки, которые не закрыты, прочитаны как знаки, в строке { $lines }
data-notebook = это не тетрадь Jupyter: { $reason }; исправьте файл или исключите его в .quipuignore
data-notebook-outputs = не прочитаны результаты, которые есть только в виде { $names }
data-page-scripts = в странице нет текста, только скрипты, которые загрузили бы его; сохраните её целиком из браузера
data-page-beside = не прочитано { $percent } % страницы: они стоят вне её главной части (задайте `load.html` = `all`)
data-epub-silent = глав без слов, пустых или из одних картинок: { $silent } из { $read }
data-mail = нет заголовков письма; исправьте файл или исключите его в .quipuignore
data-mail-attached = вложения не прочитаны: { $names }
data-office-partial = прочитано не всё: { $parts }
data-office-hidden = скрытые листы не прочитаны: { $names }
data-said-share = из 100 букв текста прочитано лишь { $percent }; сохраните файл заново
data-said-plain = слова прочитаны подряд, без списков и таблиц: их прочесть не удалось
data-office-letter = это письмо Outlook, в котором нет ни темы, ни отправителя, ни текста; сохраните его как .eml
data-rtf-cut = нет конца последней группы: файл обрезан
data-epub-chapters = { $count ->
    [one] не прочитана { $count } глава
    [few] не прочитаны { $count } главы
   *[other] не прочитано { $count } глав
}
data-front = заголовок front matter неверен ({ $reason }), прочитан как текст
data-cut-bytes = обрезан на { $size ->
    [one] { $size } байте
   *[other] { $size } байтах
} текста
data-cut = обрезан на { $size } МБ текста
data-not-utf8 = { $count ->
    [one] { $count } место было не в UTF-8 и заменено
    [few] { $count } места были не в UTF-8 и заменены
   *[other] { $count } мест были не в UTF-8 и заменены
}
data-not-encoding = { $count ->
    [one] { $count } символ был не в { $encoding } и заменён
    [few] { $count } символа были не в { $encoding } и заменены
   *[other] { $count } символов были не в { $encoding } и заменены
}
data-likeliest = { $lost } символов из { $chars } не подходят к { $encoding }, самой вероятной кодировке
data-find-store = лежит в хранилище рабочего пространства; укажите сами документы
data-find-none = нет файлов для чтения; скрытые и игнорируемые не считаются
data-find-neither = не файл и не папка; укажите файл или папку
data-find-no-match = не подходит ни один файл; проверьте шаблон
data-find-link = символическая ссылка, а по ссылкам программа не ходит; укажите то, на что она ведёт
data-find-irregular = не обычный файл; сохраните содержимое в файл
data-find-loop = ведёт обратно в { $folder }
data-find-glob = шаблон не читается: { $reason }
data-find-glob-below = шаблон в папке { $folder }, которая не читается: { $reason }
data-replaced = id «{ $id }» уже есть у источника, прочитанного раньше; дайте одному из них другой id
data-several = содержит несколько документов, а идентификатор задан один; уберите его
data-import-long = длиннее 256 МБ
data-import-line = не строка экспорта: { $reason }; исправьте строку или выполните экспорт заново
data-import-no-id = документ без id
data-import-no-document = фрагмент, перед которым нет документа
data-import-other-document = фрагмент не того документа, что стоит выше
data-import-left-out = документ «{ $id }» не взят: { $why }
data-import-spoiled = одна из его строк не читается
data-import-chunks = есть { $found } из { $wanted } его фрагментов
data-import-no-text = его текста нет ни в файле, ни здесь
data-import-other-text = ключ его текста принадлежит другому тексту, который есть в файле или здесь
data-import-place = фрагмент, место которого кончается раньше, чем начинается
data-import-length = фрагмент, текст которого не той длины, что его место
data-import-pages = фрагмент, страницы которого не начинаются в нём одна за другой, считая с 1
data-import-fact = фрагмент с фактом за пределами его текста
data-import-weight = фрагмент с утверждением, вес которого не лежит между 0 и миллионом
data-import-no-end = в файле не сказано, где он кончается: он обрезан или записан более старой версией
data-import-counts = в конце файла сказано: документов { $documents }, фрагментов { $chunks }, а прочитано { $read } и { $read_chunks }
data-import-vectors = созданы заново моделью { $ours }; в файле векторы { $theirs }
data-import-vectors-none = созданы заново моделью { $ours }; в файле их нет
data-import-vectors-out = векторы { $theirs } не взяты: в настройках не названа модель
data-note-same = оба имени означают одну сущность
data-note-path-bounded = поиск прерван: вокруг этих двух слишком много всего; более длинные пути могли остаться ненайденными
data-note-path-hub = { $name }: фрагментов { $chunks }, слишком много, чтобы просмотреть все; часть путей может отсутствовать
data-note-path-many = путей одной длины слишком много, чтобы перебрать все: части столь же коротких может не быть
data-note-tree = дерево обрывается раньше: на уровне { $level } слишком много сущностей, чтобы осмотреть окрестности всех
data-note-picture = на рисунке документов { $drawn } из { $all }, самые похожие
data-several-one = { $names } ({ $kind }, { $chunks ->
    [one] { $chunks } фрагмент
    [few] { $chunks } фрагмента
   *[other] { $chunks } фрагментов
})
data-near = , но есть { $names }
data-newer = установите более новую версию quipu
data-again-written = `quipu upgrade` обновит его, не читая файлы заново
data-again = проиндексируйте документы в новое рабочее пространство
data-move-away = уберите эту папку
data-another-process = другой процесс
data-process = процесс { $process }
data-server-answered = сервер ответил { $status }: { $said }; { $advice }
data-server-key = положите ключ в переменную, названную в `embed.key`
data-server-lost = проверьте `embed.url` и `embed.name`
data-server-often = обращайтесь к нему реже: уменьшите `embed.batch`
data-server-itself = посмотрите, что говорит сам сервер
data-server-other = проверьте `embed.name` и что принимает сервер
data-server-unreached = сервер недоступен ({ $reason }); запустите его или задайте `embed.url`
data-server-times = { $times ->
    [few] { $times } раза
   *[other] { $times } раз
} подряд: { $reason }
data-server-dimension = вектор имеет { $found ->
    [one] { $found } компоненту
    [few] { $found } компоненты
   *[other] { $found } компонент
}, а не { $expected }; верно ли задано `embed.dimension`?
data-server-nonsense = ответ не имеет смысла ({ $reason }); верно ли, что `embed.url` — адрес такого сервера?
data-server-count = векторов { $found } на { $expected } текстов; попробуйте уменьшить `embed.batch`
data-key-holds = в { $variable } знак { $at } ключа — { $sign }; запишите туда ключ заново
data-key-variable = переменной с его ключом
data-key-break = перевод строки
data-key-tab = табуляция
data-key-blank = пробел
data-key-invisible = невидимый знак U+{ $code }
data-key-sign = знак U+{ $code }, которого не бывает в заголовке
data-llm-answered = сервер ответил { $status }: { $said }
data-llm-key = поместите его ключ в переменную, названную в `llm.key`
data-llm-money = на его счёте кончились деньги
data-llm-lost = проверьте `llm.url` и `llm.name`
data-llm-moved = его адрес изменился: задайте новый в `llm.url`
data-llm-other = проверьте `llm.name` и то, что принимает сервер
data-llm-unreached = сервер недоступен ({ $reason }); запустите его или задайте `llm.url`
data-llm-proxied = сервер недоступен через прокси { $proxy } ({ $reason }); { $advice }
data-llm-through = запустите прокси, измените переменную или внесите адрес сервера в NO_PROXY
data-llm-address = сервер нельзя спросить ({ $reason }); проверьте `llm.url`
data-llm-connection = соединение потеряно
data-llm-answer = ответ — { $what }; верен ли адрес в `llm.url`, до /v1 включительно?
data-llm-page = веб-страница
data-llm-no-json = не JSON ({ $error })
data-llm-holds = в ответе сервера нет ответа модели: { $said }
data-llm-part = часть потока — не JSON ({ $error })
data-llm-ended = поток кончился раньше ответа
data-llm-ended-by = сервер закончил его словом «{ $word }»
data-llm-withheld = он закончил ответ раньше его конца
data-llm-thought = весь ответ стоит в поле рассуждений ({ $thought }); отключите у сервера разбор рассуждений или сами рассуждения
data-llm-longer = он длиннее { $megabytes } МБ
data-llm-at-begin = ответ должен был начаться
data-llm-at-end = ответ должен был закончиться
data-llm-at-on = ответ должен был продолжиться
data-llm-at-answer = сервер должен был ответить
data-llm-scores = в ответе нет оценок ({ $error }); верен ли `llm.rerank.url`?
data-llm-score = нет оценки для { $missing } из { $all } текстов
data-llm-prefers = ставит выше текст, который не отвечает на вопрос
data-model-unreadable = { $path }: { $reason }; в папке модели должны лежать config.json, model.safetensors и tokenizer.json: скачайте её заново
data-model-malformed = { $path }: { $reason }; скачайте файл заново
data-model-unsupported = { $path }: { $what } не поддерживается; выберите кодировщик BERT или XLM-RoBERTa с объединением mean или cls
data-model-no-cross-encoder = { $path }: у перекрёстного кодировщика есть классификатор с одной меткой, у этой модели: { $found }; выберите другую папку
data-model-library = библиотеки ONNX Runtime нет ни в «{ $library }», ни в обычных местах; уберите embed.library
data-expected-number = число от { $low } до { $high }
data-expected-from = целое число от { $low }
data-expected-within = целое число от { $low } до { $high }
data-expected-order = eager, mmr или scored
data-expected-rerank = auto, none, cosine, model или server
data-expected-pick = vector или weight
data-expected-direction = both, out или in
data-expected-over = themes, reports или chunks
data-expected-level = `dynamic` или номер уровня
data-expected-whole = целое число
data-expected-truth = true или false
data-expected-edges = рёбра как ИСТОЧНИК:ЦЕЛЬ через запятую, `$id` в одинарных кавычках, чтобы его не забрала оболочка; если в именах есть запятые или двоеточия — список пар: [["dc:creator", "author"]]
data-expected-roots = id документов через запятую или список текстов
data-expected-facts = all, rules или model
data-see = проверьте, что туда можно писать и на диске есть место
data-disk-full = диск или квота пользователя на нём заполнены; освободите место и повторите
data-file-large = файл стал бы больше, чем позволяет система; увеличьте `ulimit -f` или выберите другой диск
data-no-files = процесс больше не может открывать файлы; увеличьте `ulimit -n` или работайте сразу с меньшим числом рабочих пространств
data-no-memory = процессу больше не дают адресного пространства или памяти; увеличьте `ulimit -v` и vm.max_map_count или работайте сразу с меньшим числом рабочих пространств
data-map-full = отображение файла заполнено, а большего процессу не дают; увеличьте `ulimit -v` или работайте сразу с меньшим числом рабочих пространств
data-readers-full = слишком многие читают сразу; попробуйте ещё раз
data-index-again = { $reason }; уберите эту папку и проиндексируйте документы заново
data-utf32 = это UTF-32
data-pair = { $thing }: { $reason }
data-sum-other = другие начала
data-doctor-no-head = у фрагмента { $chunk } другой заголовок
data-doctor-no-code = у фрагмента { $chunk } другой код
data-doctor-missing = не хватает фрагментов: { $count }
data-doctor-stale = остались фрагменты, которых уже нет: { $count }
data-doctor-twice = фрагменты записаны дважды: { $count }
data-doctor-unkeyed = { $id } не находится по своему ключу
data-doctor-document = { $id } — не то, что было записано; { $advice }
data-doctor-delete = удалите этот документ и проиндексируйте его снова
data-doctor-other-key = ключ { $id } не тот, что у его id; проиндексируйте документ снова
data-doctor-no-copy = { $id } нет среди копий его текста
data-doctor-keys = ключей { $keys } на { $count } документов
data-doctor-documents = сосчитано документов { $said }, есть { $count }
data-doctor-no-body = у текста есть копии, но нет тела
data-doctor-body-text = у тела { $body } другой текст
data-doctor-body-copies = у тела { $body } другие копии
data-doctor-two-places = фрагмент { $chunk } стоит в двух местах
data-doctor-body-no-text = у тела нет текста
data-doctor-placed = фрагменты всех тел — не те, что живы
data-doctor-alive = живых { $alive }, с текстом { $chunks }, с фактами { $facts }
data-doctor-chunks = сосчитано фрагментов { $count }
data-doctor-terms = сосчитано основ слов { $said }, найдено { $count }
data-doctor-dead-vector = у исчезнувшего фрагмента есть вектор
data-doctor-chunk-text = текст фрагмента { $chunk } («{ $begins }») не соответствует ключу; проиндексируйте его документ снова
data-doctor-unplaced = фрагмента { $chunk } нет в его теле
data-doctor-length = у фрагмента { $chunk } другая длина
data-doctor-lost = фрагмент { $chunk } документа { $document } потерял { $what }; { $advice }
data-doctor-its-text = текст
data-doctor-what-it-says = то, что в нём сказано
data-doctor-lost-vector = фрагмент { $chunk } документа { $document } потерял вектор; удалите этот документ и проиндексируйте его снова
data-doctor-values = у { $value } другие документы
data-doctor-values-missing = не хватает значений: { $count }
data-doctor-name-chunks = «{ $name }» есть не в тех фрагментах, что указаны
data-doctor-name-counts = счётчики «{ $name }» не те, что у его фактов
data-doctor-names-lost = в фактах есть имена, которых нет
data-doctor-names = имён { $count }, ключей { $keys }, в тексте { $written }, сосчитано { $counted }
data-doctor-relation = «{ $predicate }» — не то, что говорят его фрагменты
data-doctor-rows = строк { $count } на { $relations } связей
data-doctor-name-relations = имя перечисляет не те связи, что у него есть
data-doctor-name-no-relations = имя не перечисляет связей, а они есть
data-doctor-ends = концов { $ends } на { $links } сказанных
data-doctor-classes = строк классов { $rows }, а классов { $classes } из имён, которых { $names }
data-doctor-meaning = «{ $name }» — одно из имён с одним значением (их { $names }), а записано иначе
data-doctor-class = класс насчитал фрагментов { $said }, а не { $count }, или ключ у него другой
data-doctor-kept-counts = счётчики не те, что у значений
data-model-tokens = { $path }: { $reason }; скачайте tokenizer.json и model.safetensors одной модели
data-model-runtime = ONNX Runtime { $library }: { $reason }; возьмите библиотеку версии 1.17 или новее либо встроенное исполнение
data-model-no-vector = { $folder }: вектор оказался нулевым или не числом, значит, веса повреждены; скачайте model.safetensors заново
data-doctor-more = ещё { $count } того же вида
data-step-words = слов: { $words }, возможных имён: { $names }
data-step-view = фрагментов: { $chunks }, имён: { $entities }, связей: { $relations }
data-step-hits = { $way }: найдено { $hits }
data-step-calls = { $model }: вызовов { $calls }, токенов { $tokens }
data-step-answered = вид вопроса — { $kind }; ссылок: { $count }, уверенность { $confidence }
data-step-chunk-one = в 1 фрагменте
data-step-chunks = фрагментов: { $count }
data-step-community = имён: { $entities }, фрагментов: { $chunks }, документов: { $documents }
data-step-checked = частей: { $answered } из { $all }, ссылок: { $count }
data-step-graded = { $part }: { $grade } из 5, { $why }
data-served-backup-role = резервная копия хранит всё; для неё нужен токен с ролью admin
data-served-job-runs = идёт работа; отмените её или дождитесь конца
data-served-many-files = в одном запросе файлов может быть { $count }; пошлите остальные в другом
data-served-unreadable-workspace = рабочее пространство не читается; почему, говорит `GET /api/v1/workspaces`
data-served-confirm = confirm: должно быть имя рабочего пространства
data-served-text-named = id, title, tags и metadata бывают только у текста; у скачанного документа свои
data-served-name-length = имя: от 1 до 100 видимых знаков
data-served-nothing-failed = в этой работе ничего не пропущено
data-served-no-original = исходник этого документа не хранится: его прочли из папки или загрузили прежней версией
data-served-only-part = only: частью повторяется только загрузка или скачивание
data-served-question-bytes = вопрос: не больше 16384 байт
data-served-session-slash = session: в имени беседы нет `/`
data-served-two-sources = text и address: пошлите одно из них
data-served-text-empty = text: он пуст
data-served-body-broke = тело запроса оборвалось
data-served-body-slow = тело запроса шло слишком медленно
data-served-body-large = тело запроса больше { $most } байт, больше не берётся
data-served-file-large = { $name } больше { $most } байт, больше не берётся
data-served-job-state = работа в состоянии { $state }, и так нельзя
data-served-being-done = запрос с этим ключом выполняется; повторите через мгновение
data-served-changed = пространство уже на изменении { $change }, а запрос исходил из { $at }; посмотрите снова
data-served-conversations = бесед уже { $most }, больше не хранится; удалите какие-нибудь
data-served-tokens = токенов уже { $most }, больше нельзя; отзовите какие-нибудь
data-served-workspace-there = рабочее пространство { $name } уже есть
data-served-cursor = этот указатель не из этого списка; начните без него
data-served-all-workspaces = для этого нужен токен на все пространства
data-served-role = для этого нужен токен с ролью { $role }
data-served-one-workspace = этот сервер обслуживает одно пространство; `quipu serve --all` обслуживает все, у которых есть имя
data-served-many-jobs = слишком много работ ждут; попробуйте позже или пришлите много текстов одним запросом
data-served-many-requests = слишком много запросов сразу; повторите через мгновение
data-served-many-wrong = слишком много неверных токенов; подождите и попробуйте снова
data-served-needs-token = пошлите токен в `Authorization: Bearer`; создаёт его `quipu token create`
data-served-behind-proxy = сервер стоит за прокси (`server.public_url`, `server.proxies`), поэтому токен нужен и запросам с этой машины: пошлите его в `Authorization: Bearer`; создаёт его `quipu token create`
data-served-who-asks = система не говорит, кто спрашивает; пошлите токен в `Authorization: Bearer` (создаёт его `quipu token create`) или откройте страницу командой `quipu serve --open`
data-served-another-user = этот сервер запустил другой пользователь машины; пошлите токен в `Authorization: Bearer`, его владелец создаёт командой `quipu token create`
data-served-token-wrong = этот токен не действует: он неизвестен, отозван или истёк
data-served-many-streams = у одного клиента открыто { $most } потоков, больше нельзя; закройте какие-нибудь
data-served-fault = в сервере случилась ошибка; сообщите о ней, назвав id запроса
data-served-open-used = Этот адрес уже использован или устарел: другой открывает `quipu serve --open`.
data-served-no-such-workspace = workspaces: рабочего пространства «{ $name }» нет
data-served-upload-gone = загруженное больше не хранится; загрузите снова
data-served-bounds = { $name }: сейчас { $value }, а может быть от { $least } до { $most }
data-served-outside = { $path } не лежит ни в одной из папок, которые можно читать; владелец называет их в `server.roots`
data-served-no-workspace = такого рабочего пространства нет; какие есть, говорит GET /api/v1/workspaces
data-served-nothing = такого здесь нет ({ $what })
data-served-none-read = ни один из { $count } источников не прочитан; первый, { $path }: { $why }
data-served-form-part = часть «{ $name }» — не файл; назовите её `file` и дайте имя файла или пришлите одну из id, title, tags, metadata, offline
data-served-form-metadata = часть «metadata» — не объект JSON: { $reason }
data-served-form-id = id: он называет один документ, а в форме несколько файлов
data-served-paused-brings = работа { $job }, которая добавит документ, приостановлена; сначала продолжите или отмените её
data-served-batch-many = в пачке { $count } текстов, а может быть { $most }; остальные пришлите другим запросом
data-served-batch-empty = в пачке нет ни одного текста
data-served-backup-broken = это не целая резервная копия ({ $reason }); пришлите файл работы `backup`
data-served-webhook-secret = Webhook-Secret: сообщение подписывается; пришлите секрет не короче { $least } знаков
data-served-wait = wait: «{ $found }» — не число секунд

## Имена, которые значат одно

entity-none = об именах ничего не сказано; что можно сказать, покажет `quipu entity --help`
entity-undo = `quipu entity undo { $number }` возьмёт это назад
entity-undone = взято назад: { $what }
entity-merged = { $a } и { $b } — одно и то же
entity-apart = { $name } стоит само по себе
entity-renamed = { $name } показывается как { $to }
entity-split = { $name } в { $documents } — другое
entity-split-kind = { $name } вида { $kind } — другое
entity-split-both = { $name } вида { $kind } в { $documents } — другое
amend-field = «{ $found }» — не поле со значением: нужно ПОЛЕ=ЗНАЧЕНИЕ, например project=tower
entity-as = --as называет то, что отделено; укажите, где: --documents или --kind
entity-kind = вида «{ $found }» нет; есть: { $known }
show-joined = объединено { $a } = { $b } ({ $why })
show-joined-often = объединено { $a } = { $b } ({ $why }, { $count ->
    [one] { $count } раз
    [few] { $count } раза
   *[other] { $count } раз
})
joined-by-acronym = сокращение
joined-by-link = ссылка
joined-by-person = сказано человеком
joined-by-spelling = написание
joined-by-plural = множественное число
joined-by-sound = падеж или письмо
joined-by-short = краткое имя
joined-by-title = заголовок
joined-by-known = другое название в тексте
joined-by-declared = объявленное имя
joined-by-usual = то, что имя обычно значит
joined-by-homonym = кто из тёзок, говорят слова вокруг
eval-lost = потеряно в { $reply }, { $why }: { $text }

## Читает модель

prompts-there = { $path } уже есть; выберите другое имя
prompts-ejected = { $path } можно менять; `quipu config set extract.profile { $path }` включает его
prompts-no-samples = в рабочем пространстве нет текстов; добавьте их командой `quipu index`
reading-share = { $share }% ({ $done } из { $chunks } фрагментов)
reading-calls = { $calls ->
    [one] { $calls } запрос
    [few] { $calls } запроса
   *[other] { $calls } запросов
} ({ $rate }/с)
reading-tokens = { $tokens } токенов
reading-money = потрачено { $money }
reading-failed = не удалось: { $count }
extracted = { $model }: прочитано { $windows ->
    [one] { $windows } окно
    [few] { $windows } окна
   *[other] { $windows } окон
} в { $documents ->
    [one] { $documents } документе
   *[other] { $documents } документах
} за { $time }
extracted-nothing = { $model } уже всё прочитала
extracted-found = найдено: сущностей { $entities }, связей { $relations }, утверждений { $claims }
extracted-passed = оставлено правилам окон: { $count }; другие стоят большего
extracted-spent = { $calls ->
    [one] { $calls } запрос
    [few] { $calls } запроса
   *[other] { $calls } запросов
}, токенов: { $input } в запросах, { $output } в ответах
extracted-money = потрачено: { $money }
extracted-known = { $count ->
    [one] { $count } ответ был известен и ничего не стоил
    [few] { $count } ответа были известны и ничего не стоили
   *[other] { $count } ответов были известны и ничего не стоили
}
extracted-lost = потеряно записей: { $count } — { $why }
extracted-empty = ничего не найдено в { $count ->
    [one] { $count } документе
   *[other] { $count } документах
}: { $some }
extracted-failure = { $document }: { $reason }
extracted-failed = { $count ->
    [one] { $count } окно не прочитано; `quipu retry` спросит о нём снова
    [few] { $count } окна не прочитаны; `quipu retry` спросит о них снова
   *[other] { $count } окон не прочитано; `quipu retry` спросит о них снова
}
extracted-asked = остановлено; прочитанное сохранено, та же команда продолжит с этого места
extracted-stopped = остановлено: { $reason }
estimated = { $windows ->
    [one] { $windows } окно
    [few] { $windows } окна
   *[other] { $windows } окон
} для чтения моделью { $model }
estimated-calls = запросов: { $range }
estimated-tokens = токенов: { $input } в запросах, { $output } в ответах
estimated-money = денег: от { $low } до { $high }
estimated-guess = длина ответов здесь лишь предположение; после первых документов она известна лучше
estimated-learned = по { $calls ->
    [one] { $calls } запросу
   *[other] { $calls } запросам
} той же модели с тем же профилем
loss-cut = ответ на них оборвался
loss-unreadable = их нельзя понять
loss-nameless = они ничего не называют
loss-long = имена слишком длинные
loss-endless = связи без одного из концов
loss-loop = связи вещи с самой собой
loss-placeholder = примеры, списанные из задания
show-made = { $text } (составлено из описаний: { $count })
show-described = { $text } (модель, о фрагменте { $chunk })
show-claimed = утверждение, { $status }: { $text } (модель, о фрагменте { $chunk })

tool-unknown = Нет читающего инструмента { $name }; есть { $known }
tool-arguments = Аргументы инструмента — объект JSON
mcp-tool-unknown = { $name } — не набор инструментов и не инструмент; наборы: { $sets }; инструменты: { $known }
mcp-tool-writes = Инструмент { $name } меняет рабочее пространство: для этого нужен --write или `mcp.write = "yes"`

monitor-all = { $asked ->
    [one] { $asked } вопрос
    [few] { $asked } вопроса
   *[other] { $asked } вопросов
}; без ответа { $refused }, из кэша { $cached }, написано моделью { $written }; вызовов { $calls }, токенов { $tokens }
monitor-unread = { $count ->
    [one] { $count } строка не читается и не сосчитана
    [few] { $count } строки не читаются и не сосчитаны
   *[other] { $count } строк не читаются и не сосчитаны
}
monitor-emptied = { $count ->
    [one] { $count } сохранённый ответ забыт
    [few] { $count } сохранённых ответа забыты
   *[other] { $count } сохранённых ответов забыты
}
monitor-kind = вид
monitor-asked = вопросов
monitor-refused = без ответа
monitor-good = хорошо
monitor-bad = плохо
monitor-time = время
from-cache = из кэша: об этом уже спрашивали, и с тех пор ничего не изменилось
traced-steps = Шаги
traced-sources = Источники
answer-beyond = Не из ваших документов:
foretold = запросов к моделям не больше { $calls }, токенов { $input } в запросах и { $output } в ответах
foretold-money = запросов к моделям не больше { $calls }, токенов { $input } в запросах и { $output } в ответах: { $money }
foretold-nothing = модель не спрашивают: отвечают предложения документов
effort-costs = на это может уйти до { $calls } вызовов модели и { $tokens } токенов

# Статьи

papers-waiting = arXiv занят (статус { $status }); следующая попытка через { $seconds } с
papers-told = статьи: { $count } из { $total }
papers-ready = { $count ->
    [one] { $count } статью уже можно спрашивать по аннотации
    [few] { $count } статьи уже можно спрашивать по аннотациям
   *[many] { $count } статей уже можно спрашивать по аннотациям
}
papers-fetching = { $number } из { $of }: загружается «{ $title }»
papers-reading = читается «{ $title }»
papers-none-found = в arXiv такой статьи нет
papers-found = статьи: { $count } из { $total }; добавить: `quipu papers add ID`
papers-by-words = { $count ->
    [one] в последней { $count } есть слова темы, но не вся фраза
    [few] в последних { $count } есть слова темы, но не вся фраза
   *[many] в последних { $count } есть слова темы, но не вся фраза
}
papers-already = { $count ->
    [one] { $count } статья уже была здесь
    [few] { $count } статьи уже были здесь
   *[many] { $count } статей уже были здесь
}
papers-added = { $count ->
    [one] добавлена { $count } статья
    [few] добавлены { $count } статьи
   *[many] добавлено { $count } статей
}; { $read ->
    [0] тексты не читались
    [one] прочитан { $read } текст
    [few] прочитаны { $read } текста
   *[many] прочитано { $read } текстов
}
papers-citing = { $count ->
    [one] у { $count } статьи изменились ссылки на здешние
    [few] у { $count } статей изменились ссылки на здешние
   *[many] у { $count } статей изменились ссылки на здешние
}
papers-unknown = { $id }: статьи с таким id нет
papers-failed = { $id }: { $reason }
papers-left = { $count ->
    [one] у { $count } статьи есть только аннотация; `quipu papers fetch` загрузит текст
    [few] у { $count } статей есть только аннотации; `quipu papers fetch` загрузит тексты
   *[many] у { $count } статей есть только аннотации; `quipu papers fetch` загрузит тексты
}
papers-stopped = остановлено: полученное осталось, `quipu papers fetch` продолжит
papers-none = таких статей здесь нет; добавить: `quipu papers add`
papers-listed = статьи: { $count } из { $total }
papers-no-citations = известных нет
papers-none-missing = нет ничего, на что ссылались бы две здешние статьи и чего здесь нет
papers-others = { $named } и ещё { $count }
papers-mark-withdrawn = ОТОЗВАНА
papers-mark-newer = вышла версия { $version }
papers-mark-read = прочитана
papers-mark-abstract = только аннотация
papers-mark-cited = здесь ссылаются: { $count }
papers-row-authors = авторы: { $value }
papers-row-published = вышла: { $value }
papers-row-journal = где: { $value }
papers-row-doi = DOI: { $value }
papers-row-link = ссылка: { $value }
papers-row-document = документ: { $value }
papers-row-cited = здесь на неё ссылаются: { $cited }; сама она ссылается здесь на: { $cites }
papers-go = arXiv снова можно спрашивать
papers-went = arXiv и так можно было спрашивать
papers-community = { $count ->
    [one] сообщество { $number }: { $count } статья
    [few] сообщество { $number }: { $count } статьи
   *[many] сообщество { $number }: { $count } статей
}
papers-alike = похожи
papers-cites = кто на кого ссылается
papers-prior = на них ссылаются многие из этих
papers-derivative = ссылаются на многие из этих
papers-bridges = стоят между другими
papers-concepts = понятий: { $concepts }, связей: { $relations }; прочитано по правилам из заглавий и аннотаций — подсказки, не факты
papers-related = Рядом: { $names }
papers-cell-problem = задача
papers-cell-method = метод
papers-cell-data = данные
papers-cell-metric = мера
papers-cell-result = результат
papers-cell-none = не сказано
papers-shared = Несколько статей говорят о: { $names }
papers-disagree = Они расходятся ({ $about }):
papers-page = страница { $page }
papers-none-near = близких статей здесь нет
papers-refreshed = { $count ->
    [one] Проверена { $count } статья
    [few] Проверены { $count } статьи
   *[many] Проверено { $count } статей
  }: с новой версией { $newer }, отозвано { $withdrawn }
papers-no-concepts = ни одна здешняя статья не говорит о том, что названо в вопросе
