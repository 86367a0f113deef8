-- Links in messages act without signing in, so the log keeps them without their secret, the fragment.
update message
set body = regexp_replace(body, '(https?://[^\s#]+)#[A-Za-z0-9._~%=&+/-]+', '\1', 'g')
where body ~ 'https?://[^\s#]+#[A-Za-z0-9]';
