# A table of Moon-Bots: seat 1 is you, seat 2 a bot. Each allowed action is a button.
extends VBoxContainer

const ME := 1

var engine := Cardwright.new()
var match_name := ""

@onready var lines: RichTextLabel = $Lines
@onready var question: Label = $Question
@onready var actions: VBoxContainer = $Scroll/Actions


func _ready() -> void:
	var begun = engine.begin({"game": "moon-bots", "seats": ["human", "greedy"]})
	if begun == null:
		question.text = engine.error.message
		return
	match_name = begun.match
	ask()
	# Without a screen, the scene plays to the end by itself: godot --headless --path .
	if DisplayServer.get_name() == "headless":
		while actions.get_child_count() > 0:
			actions.get_child(-1).pressed.emit()
		print(question.text)
		get_tree().quit(0 if question.text.begins_with("Winners") else 1)


func ask() -> void:
	for button in actions.get_children():
		actions.remove_child(button)
		button.queue_free()
	var asked = engine.question(match_name, ME)
	if asked.actor.kind == "over":
		question.text = "Winners: %s" % str(asked.actor.winners)
		return
	question.text = asked.text
	for choice in asked.choices:
		var button := Button.new()
		button.text = choice.text
		button.pressed.connect(play.bind(choice.action))
		actions.add_child(button)


func play(action: String) -> void:
	var played = engine.play(match_name, ME, action)
	if played == null:
		question.text = engine.error.message
		return
	for line in played.lines:
		lines.add_text(line.text + "\n")
	ask()
