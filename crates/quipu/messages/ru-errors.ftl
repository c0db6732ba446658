# Ошибки по-русски. По-английски они стоят у своих типов (`#[error]`) и показываются так, как там написаны.

error-worker = рабочий поток остановился ({ $at }): { $reason }; запустите команду ещё раз и, если это повторится, сообщите об ошибке
error-strategy = стратегии «{ $found }» нет; выберите одну из: { $known }
error-unnamed = ничего нет под именем «{ $found }»{ $near }; `quipu search` ищет фрагменты по словам
error-several = имя «{ $found }» есть у нескольких: { $several }; назовите имя, которое есть только у одной
error-decided = «{ $name }»: { $why }; ничего не решено
error-no-decision = решения { $found } нет; действующие покажет `quipu entity log`
error-no-vectors = нет векторов, чтобы сравнить документы; назовите модель (`quipu config set embed.model`) и проиндексируйте заново
error-export-cut = экспорт не полон: не удалось дописать его до конца
error-export-changing = экспорт не полон: документ «{ $id }» менялся при каждом чтении; повторите экспорт, когда никто не пишет
error-import-cut = импорт прерван: прочитанное сохранено, повторный импорт всего файла продолжит с этого места
error-import-format = файл записан в формате { $found }, а эта программа читает форматы до { $known }; установите более новую
error-set = { $file }, строка { $line }: { $reason }; о форме набора — `quipu eval --help`
error-store-format = { $path }: формат { $found }, а эта программа читает формат { $expected }; { $advice }
error-store-model = в индексе векторы { $found }, а в настройках { $expected }; задайте в `embed.model` первую модель или дайте всем фрагментам векторы второй: `quipu reembed`
error-store-waiting = { $count ->
    [one] { $count } фрагмент ждёт
    [few] { $count } фрагмента ждут
   *[other] { $count } фрагментов ждут
} вектора модели { $model }; `quipu reembed` продолжит с того же места
error-store-busy = { $holder } пишет в { $path } и не закончил за { $waited } с; попробуйте, когда он закончит
error-store-damaged = { $part }: данные повреждены: { $reason }; запустите `quipu doctor --repair`
error-store-size = { $what }: { $found } байт; нужно от { $least } до { $most }
error-store-io = { $part }: { $reason }
error-embed = модель векторов { $model } дала сбой: { $reason }
error-llm-busy = модель { $model } сейчас не отвечает: { $reason }; повторите команду позже, сделанное сохранено
error-llm-silent = модель { $model } молчит { $seconds } с ({ $at }); дайте ей больше времени или спрашивайте меньше сразу
error-llm-broken = ответ модели { $model } оборвался: { $reason }; запустите команду ещё раз
error-llm-refused = модель { $model } отказывается: { $reason }; `quipu model check` проверит все модели из настроек
error-llm-withheld = фильтр сервера не пропустил ответ модели { $model }: { $reason }; спросите иначе или возьмите другой сервер
error-llm-too-long = запрос длиннее, чем читает модель { $model }: { $reason }; задайте контекст модели или окна поменьше
error-llm-empty = модель { $model } ответила пустотой, попыток: { $times }; возьмите другую модель
error-llm-cut = ответ модели { $model } обрезан на { $room } токенах; дайте ответу больше места или возьмите окна поменьше
error-llm-senseless = ответ модели { $model } не имеет смысла: { $reason }; возьмите модель побольше
error-llm-resting = модель { $model } не ответила подряд столько раз: { $failures }; { $seconds } с её не будут спрашивать; в последний раз: { $reason }
error-llm-spent = из суммы { $cap } потрачено { $spent }, на следующий вызов не хватит; сделанное сохранено: чтобы продолжить, увеличьте --budget
error-llm-calls = вызовов модели здесь может быть { $most }, и столько уже было; сделанное сохранено
error-llm-tokens = токенов модели здесь может быть { $most }, а следующий вызов мог бы взять больше; сделанное сохранено
error-llm-unrecorded = в { $path } нет ответа модели { $model } на такой запрос: запись сделана с другими настройками или документами
error-llm-kept = ответ не удалось сохранить: { $reason }
error-key = «{ $found }» — не ключ: ключ — это 32 шестнадцатеричные цифры, как их печатают `--json` и `dump`
error-root-taken = корень «{ $name }» — уже { $known }, а { $path } был бы другим; назовите его флагом --root-name
error-root-name = «{ $name }» не может быть именем корня; возьмите слово без косых черт, кроме `-`, `.` и `..`
error-bench-sentences = в { $folder } нет английского набора (corpus.jsonl, questions.jsonl); укажите папку наборов флагом --sentences
error-bench-file = { $file }: { $reason }
error-bench-phase = часть измерений { $phase } не удалась: { $reason }; смотрите, что она напечатала
error-setting-unknown = { $origin }: настройки «{ $key }» нет; { $advice }
error-setting-value = { $origin }: настройка { $key } не принимает «{ $found }»; нужно: { $expected }
error-setting-file = { $path }: { $reason }; исправьте файл или уберите его
error-pull-broken = { $url }: { $reason }; полученное сохранено: запустите ещё раз, чтобы продолжить, или укажите другое зеркало
error-pull-refused = { $url }: сервер ответил { $status }; проверьте имя модели и адрес зеркала
error-pull-other = { $url }: SHA-256 равен { $found }, а не { $expected }; файл не сохранён. Возьмите другое зеркало
error-pull-changed = { $url }: SHA-256 равен { $found }, а не { $expected }; файл не сохранён. Модель изменилась с первой загрузки: чтобы принять это, удалите её и скачайте заново
error-pull-astray = «{ $path }» — не путь файла в папке модели; проверьте список файлов
error-pull-disk = { $path }: { $reason }; освободите диск или выберите другую папку для моделей
