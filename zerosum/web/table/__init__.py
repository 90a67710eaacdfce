"""Tables in the browser: a person plays against what was trained.

store          tables and their hands in a database
agents         who plays
tables         what happens at tables
view           what is sent to a seat
play           the endpoints
"""
