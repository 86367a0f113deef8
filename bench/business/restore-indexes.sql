do $$ declare statement text; begin
  for statement in select restore from bench.dropped loop
    raise notice '%', left(statement, 100);
    execute statement;
  end loop;
end $$;
