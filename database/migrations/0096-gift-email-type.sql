-- Until 0095 this was what the server had looked up about the recipient; it cannot be told from what the sender said.
update credit_gift set email_type = null;
