-- How a run ended in one word, and what makes its figures doubtful, written with its report. Doubts are null for runs of
-- earlier versions; they are then found out whenever the run is read.
alter table runs
  add column verdict text,
  add column doubts text[],
  add column is_complete boolean;

update runs set verdict = case
    when passed is false then 'failed'
    when remote_errors <> '{}' or coalesce(measured.samples, 0) = 0 then 'broken'
    when passed is null and fail_if <> '{}' then 'broken'
    when measured.failed > 0 and not (passed is true
      and exists (select from unnest(fail_if) as expression where expression ~* '^\s*(errors|error_rate)\s*>'))
      then 'finished_with_errors'
    else 'passed' end
  from (select id, (total ->> 'failed')::bigint as failed, (total ->> 'passed')::bigint + (total ->> 'failed')::bigint as samples
    from (select id, coalesce(figures, report -> 'report' -> 'total') as total from runs where phase = 'finished') as ended
  ) as measured
  where measured.id = runs.id;
